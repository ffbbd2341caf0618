import { expect, test } from "vitest";
import { apiFilter, filterProblem } from "./flow-filter.ts";

test("the filters of an address are those of the API", () => {
  expect(apiFilter({ protocol: "tcp", src_ip: "10.0.0.0/8", dst_port: "443" })).toEqual({
    protocol: "tcp",
    src_ip: "10.0.0.0/8",
    dst_port: 443,
  });
});

test.each(["http", "65536", "-1", "4.5"])("the port '%s' is left out and named", (dst_port) => {
  expect(apiFilter({ dst_port })).toEqual({});
  expect(filterProblem({ dst_port })).toContain(`"${dst_port}" is not a port.`);
});

test("a port and no port have no problem", () => {
  expect([filterProblem({ dst_port: "0" }), filterProblem({})]).toEqual([undefined, undefined]);
});
