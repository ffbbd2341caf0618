import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyProblem, renderBody, renderHeader, renderUrl, urlProblem } from "./http-template.ts";
import type { Lookup } from "./template.ts";

const giving =
  (value: unknown, secret = false): Lookup =>
  () => ({ value, secret });

describe("URLs", () => {
  test("a value stays in its place", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        fc.pre(value !== "." && value !== "..");
        const { sent } = renderUrl("https://example.com/a/{{ p.x }}/b?q={{ p.x }}#f", giving(value));
        const url = new URL(sent);
        expect(url.host).toBe("example.com");
        expect(url.pathname.split("/").length).toBe(4);
        expect(url.searchParams.get("q")).toBe(value);
        expect(decodeURIComponent(url.pathname.split("/")[2] ?? "")).toBe(value);
      }),
    );
  });

  test.each([
    ["{{ p.x }}", "starts with https://"],
    ["https://{{ p.x }}/", "put the host into the URL itself"],
    ["https://a.{{ p.x }}/", "put the host into the URL itself"],
    ["https://a:{{ p.x }}/", "put the host into the URL itself"],
    ["https://{{ p.x }}@a/", "put the host into the URL itself"],
    ["https://a\\{{ p.x }}/", "backslashes"],
    ["ftp://a/", "starts with https://"],
    ["https:///a", "no host"],
  ])("%s is refused", (url, message) => {
    expect(urlProblem(url)).toContain(message);
    expect(() => renderUrl(url, giving("x"))).toThrow(message);
  });

  test("a value cannot climb", () => {
    for (const [url, value] of [
      ["https://a/b/{{ p.x }}/c", ".."],
      ["https://a/b/{{ p.x }}", "."],
      ["https://a/b/.{{ p.x }}", "."],
      ["https://a/b/%2e{{ p.x }}?x", "."],
    ] as const)
      expect(() => renderUrl(url, giving(value))).toThrow("would lead to another path");
    expect(renderUrl("https://a/b?x={{ p.x }}", giving("..")).sent).toBe("https://a/b?x=..");
  });
});

test("a header is one line", () => {
  expect(renderHeader("Bearer {{ p.x }}", giving("abcd", true))).toEqual({
    sent: "Bearer abcd",
    shown: "Bearer ••••••",
  });
  for (const value of ["a\r\nb", "a\nb", "a\0b"])
    expect(() => renderHeader("{{ p.x }}", giving(value))).toThrow("line breaks");
});

describe("bodies", () => {
  test("JSON keeps any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        expect(JSON.parse(renderBody('{"a": {{ p.x }}}', "application/json", giving(value)).sent)).toEqual({
          a: JSON.parse(JSON.stringify(value)),
        });
        expect(JSON.parse(renderBody('{"a": "<{{ p.x }}>"}', undefined, giving(text)).sent)).toEqual({
          a: `<${text}>`,
        });
      }),
    );
  });

  test("secrets are masked in what is shown", () => {
    expect(renderBody('{"a": "{{ p.x }}"}', "application/vnd.api+json", giving('p"w', true))).toEqual({
      sent: '{"a": "p\\"w"}',
      shown: '{"a": "••••••"}',
    });
  });

  test("forms are percent-encoded, and other types are text", () => {
    expect(renderBody("a={{ p.x }}&b=1", "application/x-www-form-urlencoded", giving("1&b=2")).sent).toBe(
      "a=1%26b%3D2&b=1",
    );
    expect(renderBody("a={{ p.x }}", "text/plain", giving("1&b=2")).sent).toBe("a=1&b=2");
  });

  test("a broken JSON body is refused", () => {
    expect(bodyProblem('{"a": {{ p.x }}', "application/json")).toContain("not valid JSON");
    expect(bodyProblem('{"a": "\\{{ p.x }}"}', "application/json")).toContain("backslash");
    expect(bodyProblem('{"a": "{{ p.x }}"}', "application/json; charset=utf-8")).toBeUndefined();
  });
});
