import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { addressKind } from "./address-kind.ts";
import { type Outbound, openOutbound } from "./outbound.ts";

const servers: Server[] = [];
const clients: Outbound[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(host: string, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, host);
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  return `http://${host}:${typeof address === "object" && address ? address.port : 0}`;
}

function open(...allowed: Parameters<typeof openOutbound>): Outbound {
  const client = openOutbound(...allowed);
  clients.push(client);
  return client;
}

const ok: RequestListener = (_, response) => response.end("here");

describe("private destinations", () => {
  test.each([
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://[fe80::1]/",
    "http://0.0.0.0/",
    "http://100.64.0.1/",
    "http://[64:ff9b::7f00:1]/",
    "http://2130706433/",
    "http://0x7f.1/",
  ])("%s is refused without a connection", async (url) => {
    await expect(open("none").request({ url })).rejects.toThrow(
      /is a .* address, which outbound requests must not reach/,
    );
  });

  test("a name that resolves to one is refused", async () => {
    const url = await serve("127.0.0.1", ok);
    const { port } = new URL(url);
    await expect(open("none").request({ url: `http://localhost:${port}/` })).rejects.toThrow(
      /^localhost \((127\.0\.0\.1|::1)\) is a loopback address/,
    );
  });

  test("a redirect to one is refused without a request", async () => {
    let asked = 0;
    const hidden = await serve("127.0.0.2", (_, response) => {
      asked += 1;
      response.end("secret");
    });
    const url = await serve("127.0.0.1", (_, response) => response.writeHead(302, { location: hidden }).end());
    const client = open({ networks: ["127.0.0.1/32"] });
    await expect(client.request({ url })).rejects.toThrow("127.0.0.2 is a loopback address");
    expect(asked).toBe(0);
  });

  test("are reached when an operator allows them", async () => {
    const url = await serve("127.0.0.1", ok);
    for (const allowed of ["private", { networks: ["127.0.0.0/8"] }] as const) {
      const { status, body } = await open(allowed).request({ url });
      expect([status, body.toString()]).toEqual([200, "here"]);
    }
  });
});

test("where private ones are allowed, link-local and metadata addresses are still refused", async () => {
  for (const host of ["169.254.169.254", "169.254.0.7", "[fe80::1]", "[fd00:ec2::254]", "100.100.100.200", "0.0.0.0"])
    await expect(open("private").request({ url: `http://${host}/` })).rejects.toThrow("must not reach");
});

test("an address that would be refused is known before a request", () => {
  expect(open("none").problemOf("http://10.0.0.1/")).toMatch("10.0.0.1 is a private address");
  expect(open("none").problemOf("nonsense")).toBe("The address is not a valid URL.");
  expect(open("none").problemOf("https://example.com/")).toBeUndefined();
  expect(open("private").problemOf("http://10.0.0.1/")).toBeUndefined();
});

describe("a request", () => {
  test("with another scheme or with a password in its URL is refused", async () => {
    await expect(open("private").request({ url: "file:///etc/passwd" })).rejects.toThrow(
      "http and https addresses only",
    );
    await expect(open("private").request({ url: "http://ann:pw@example.com/" })).rejects.toThrow(
      "user name or password",
    );
    await expect(open("private").request({ url: "nonsense" })).rejects.toThrow("not a valid URL");
  });

  test("fails when the response is too large, too slow or redirects forever", async () => {
    const large = await serve("127.0.0.1", (_, response) => response.end(Buffer.alloc(2000)));
    const silent = await serve("127.0.0.1", () => undefined);
    const round = await serve("127.0.0.1", (_, response) => response.writeHead(307, { location: "/" }).end());
    const client = open("private");
    await expect(client.request({ url: large, maxBytes: 1000 })).rejects.toThrow("larger than 1000 bytes");
    await expect(client.request({ url: silent, timeoutMs: 200 })).rejects.toThrow("did not answer within 0.2 s");
    await expect(client.request({ url: round })).rejects.toThrow("redirected more than 5 times");
  });

  test("keeps only the start of an answer, and does not follow a redirect, where it says so", async () => {
    let ended = false;
    const endless = await serve("127.0.0.1", (_, response) => {
      response.on("close", () => {
        ended = true;
      });
      response.write("x".repeat(5000));
    });
    const moved = await serve("127.0.0.1", (_, response) =>
      response.writeHead(302, { location: endless }).end("moved"),
    );
    const client = open("private");
    const { status, body } = await client.request({ url: endless, keepBytes: 1024 });
    expect([status, body.length]).toEqual([200, 1024]);
    await expect.poll(() => ended).toBe(true);
    expect(await client.request({ url: moved, maxRedirects: 0 })).toMatchObject({ status: 302 });
  });

  test("a redirect to another server carries no header along that could be a credential", async () => {
    const seen: Record<string, unknown>[] = [];
    const note: RequestListener = ({ method, headers }, response) => {
      seen.push({ method, ...headers });
      response.end("done");
    };
    const other = await serve("127.0.0.1", note);
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await serve("127.0.0.1", (_, response) => response.writeHead(status, { location: other }).end());
      const headers = { authorization: "Bearer t", "x-api-key": "k", cookie: "c", accept: "text/x", "user-agent": "u" };
      await open("private").request({ url, method: "POST", body: "x", headers });
    }
    for (const { method, host, connection, ...headers } of seen)
      expect(
        Object.keys(headers).filter((name) => !/^(accept|user-agent|content-length|transfer-encoding)$/.test(name)),
      ).toEqual([]);
    expect(seen.map(({ method }) => method)).toEqual(["GET", "GET", "GET", "POST", "POST"]);
    // To the same server everything goes along.
    const own = await serve("127.0.0.1", (request, response) =>
      request.url === "/" ? response.writeHead(307, { location: "/next" }).end() : note(request, response),
    );
    await open("private").request({ url: own, method: "POST", body: "x", headers: { "x-api-key": "k" } });
    expect(seen.at(-1)).toMatchObject({ method: "POST", "x-api-key": "k" });
  });

  test("a request with a secret fails when it is redirected to another server", async () => {
    let asked = 0;
    const other = await serve("127.0.0.1", (_, response) => {
      asked += 1;
      response.end();
    });
    const url = await serve("127.0.0.1", (_, response) => response.writeHead(302, { location: other }).end());
    await expect(open("private").request({ url, isSecret: true })).rejects.toThrow(
      `redirected to another server, ${new URL(other).host}, which must not get the secret`,
    );
    expect(asked).toBe(0);
  });

  test("becomes a GET after 303", async () => {
    const seen: { method: string | undefined; authorization: string | undefined }[] = [];
    const other = await serve("127.0.0.1", ({ method, headers: { authorization } }, response) => {
      seen.push({ method, authorization });
      response.end("done");
    });
    const url = await serve("127.0.0.1", (_, response) => response.writeHead(303, { location: other }).end());
    const answer = await open("private").request({
      url,
      method: "POST",
      body: "x",
      headers: { authorization: "Bearer t" },
    });
    expect([answer.body.toString(), new URL(answer.url).origin]).toEqual(["done", other]);
    expect(seen).toEqual([{ method: "GET", authorization: undefined }]);
  });

  test("reports that the server could not be reached", async () => {
    const url = await serve("127.0.0.1", ok);
    servers.splice(0)[0]?.close();
    await expect(open("private").request({ url })).rejects.toThrow(/^The server could not be reached/);
  });
});

test.each([
  ["10.1.2.3", "private"],
  ["172.31.255.255", "private"],
  ["172.32.0.0", "public"],
  ["fd00::1", "private"],
  ["127.0.0.1", "loopback"],
  ["::ffff:10.0.0.1", "private"],
  ["169.254.0.7", "link-local"],
  ["169.254.169.254", "metadata"],
  ["::ffff:169.254.169.254", "metadata"],
  ["fd00:ec2::254", "metadata"],
  ["ff02::fb", "multicast"],
  ["100.64.0.1", "shared"],
  ["0.0.0.0", "unspecified"],
  ["::7f00:1", "translated"],
  ["::ffff:0:7f00:1", "translated"],
  ["64:ff9b::7f00:1", "translated"],
  ["::ffff:8.8.8.8", "public"],
  ["8.8.8.8", "public"],
  ["2606:4700::1111", "public"],
])("%s is a %s address", (address, kind) => {
  expect(addressKind(address)).toBe(kind);
});
