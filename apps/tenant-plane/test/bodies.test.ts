import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Plane, startPlane } from "./plane.ts";
import { refusalOf } from "./refusal.ts";

let plane: Plane;
beforeAll(async () => {
  plane = await startPlane();
});
afterAll(() => plane.close());

const MiB = 1024 * 1024;

interface RawReply {
  status: string;
  body: string;
}

/** A simple client that writes its whole request before it reads. */
function writeThenRead(head: string[], body: Buffer): Promise<RawReply> {
  const { hostname, port, host } = new URL(plane.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.pause();
      socket.write([...head, `host: ${host}`, "", ""].join("\r\n"));
      socket.write(body, (error) => {
        if (error) return;
        let text = "";
        socket.on("data", (chunk) => {
          text += chunk.toString();
          const [top = "", answer] = text.split("\r\n\r\n");
          if (answer === undefined || !answer.endsWith("}")) return;
          socket.destroy();
          resolve({ status: top.split(" ")[1] ?? "", body: answer });
        });
        socket.resume();
      });
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The connection was closed without an answer.")));
  });
}

function headers(path: string, more: string[]): string[] {
  const { authorization = "", "x-tenant-id": tenant = "" } = plane.admin.headers;
  return [
    `POST ${path} HTTP/1.1`,
    `authorization: ${authorization}`,
    `x-tenant-id: ${tenant}`,
    "content-type: application/json",
    ...more,
  ];
}

const many = (make: (n: number) => Promise<RawReply>) =>
  Promise.all(Array.from({ length: 20 }, (_, n) => make(n).catch((error: unknown) => String(error))));

const tooLarge = { status: "413", body: expect.stringMatching(/"code":"VALIDATION_ERROR","trace_id":"[0-9a-f]{32}"/) };

describe("a body over the limit", () => {
  test("gets its response, even when many clients write the whole body before they read", async () => {
    const answers = await many((n) => {
      const body = Buffer.alloc((2 + (n % 4)) * MiB, "x");
      return writeThenRead(headers("/api/incidents", [`content-length: ${body.length}`]), body);
    });
    expect(answers).toEqual(answers.map(() => tooLarge));
  });

  test("gets its response without a Content-Length too", async () => {
    const size = 3 * MiB;
    const body = Buffer.concat([
      Buffer.from(`${size.toString(16)}\r\n`),
      Buffer.alloc(size, "x"),
      Buffer.from("\r\n0\r\n\r\n"),
    ]);
    const answers = await many(() => writeThenRead(headers("/api/incidents", ["transfer-encoding: chunked"]), body));
    expect(answers).toEqual(answers.map(() => tooLarge));
  });

  test("that is refused before it is read gets its response, also for telemetry", async () => {
    const body = Buffer.alloc(24 * MiB, "x");
    const head = headers("/api/logs", [`content-length: ${body.length}`]);
    expect((await writeThenRead(head, body)).status).toBe("503");
    const unauthorized = head.map((line) =>
      line.startsWith("authorization") ? "authorization: Bearer unknown" : line,
    );
    expect((await writeThenRead(unauthorized, body)).status).toBe("401");
  });

  test("is read only up to a limit, then the connection is closed", async () => {
    const { hostname, port } = new URL(plane.url);
    const written = await new Promise<number>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write([...headers("/api/incidents", [`content-length: ${1024 * MiB}`]), "host: x", "", ""].join("\r\n"));
        const more = () => socket.write(Buffer.alloc(MiB), (error) => !error && more());
        more();
      });
      socket.on("error", () => undefined);
      socket.on("data", () => undefined);
      socket.once("close", () => resolve(socket.bytesWritten));
    });
    expect(written).toBeLessThan(256 * MiB);
  });

  test("leaves the connection open for the next request", async () => {
    const body = Buffer.alloc(2 * MiB, "x");
    const next = Buffer.from(["GET /api/health HTTP/1.1", "host: x", "connection: close", "", ""].join("\r\n"));
    const { hostname, port } = new URL(plane.url);
    const answers = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          [...headers("/api/incidents", [`content-length: ${body.length}`]), "host: x", "", ""].join("\r\n"),
        );
        socket.write(Buffer.concat([body, next]));
      });
      socket.on("data", (chunk) => {
        text += chunk.toString();
      });
      socket.once("error", reject);
      socket.once("close", () => resolve(text));
    });
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });
});

describe("a body that is nested too deep", () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const send = async (method: string, path: string, body: string, more: Record<string, string> = {}) => {
    const response = await fetch(plane.url + path, {
      method,
      headers: { ...plane.admin.headers, "content-type": "application/json", ...more },
      body,
    });
    return `${response.status} ${await response.text()}`;
  };
  const refused = expect.stringMatching(
    /^422 .*"The body is nested deeper than 64 levels\.","code":"VALIDATION_ERROR"/,
  );

  test.each(["fulfillment_config", "form"])("is refused in %s of a catalog item", async (field) => {
    const body = `{"name":"Laptop","${field}":${deep(100_000)}}`;
    expect(await send("POST", "/api/itsm/catalog", body)).toEqual(refused);
    const { id } = await plane.admin.api.catalog.create({ body: { name: "Laptop" } });
    expect(await send("PATCH", `/api/itsm/catalog/${id}`, body)).toEqual(refused);
  });

  test("is refused with an Idempotency-Key", async () => {
    const body = `{"title":"x","extra":${deep(100_000)}}`;
    expect(await send("POST", "/api/incidents", body, { "idempotency-key": "deep" })).toEqual(refused);
  });

  test("is accepted with 64 levels and refused with 65", async () => {
    const item = (levels: number) => `{"name":"Laptop","fulfillment_config":${deep(levels - 1)}}`;
    expect(await send("POST", "/api/itsm/catalog", item(64))).toMatch(/^201 /);
    expect(await send("POST", "/api/itsm/catalog", item(65))).toEqual(refused);
  });
});

describe("an unknown reference", () => {
  const nothing = "01890000-0000-7000-8000-000000000000";

  test("is named by field and value", async () => {
    const { api } = plane.admin;
    const item = await api.cmdb.create({ body: { name: "db-1", class: "server" } });
    const create = api.groups.create({ body: { name: "Board", member_ids: [nothing] } });
    expect(await refusalOf(create)).toMatchObject({
      status: 404,
      message: `The user ${nothing} named in member_ids does not exist.`,
    });
    const two = api.groups.create({ body: { name: "Board", member_ids: [nothing, plane.admin.tokens.user.id] } });
    expect(await refusalOf(two)).toMatchObject({
      status: 404,
      message: "A user named in member_ids does not exist.",
    });
    const relate = api.cmdb.relate({ body: { source_id: item.id, target_id: nothing, type: "depends_on" } });
    expect((await refusalOf(relate)).message).toContain(nothing);
  });

  test("is named by id in the lists of a change", async () => {
    const { api } = plane.admin;
    const { id } = await api.cmdb.create({ body: { name: "db-2", class: "server" } });
    const items = api.changes.create({ body: { title: "x", ci_ids: [id, nothing] } });
    expect(await refusalOf(items)).toMatchObject({
      status: 404,
      message: `There is no configuration item ${nothing}.`,
    });
    const incidents = api.changes.create({ body: { title: "x", incident_ids: [nothing] } });
    expect(await refusalOf(incidents)).toMatchObject({ status: 404, message: `There is no incident ${nothing}.` });
  });
});
