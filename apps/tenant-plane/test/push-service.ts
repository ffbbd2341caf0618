import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

/** What a browser keeps of a subscription. In base64url. */
interface BrowserKeys {
  privateKey: string;
  p256dh: string;
  auth: string;
}

/** Reads a message as the browser does: RFC 8188 and RFC 8291, written apart from the server's code. */
export function decrypted(body: Buffer, { privateKey, auth }: Pick<BrowserKeys, "privateKey" | "auth">): string {
  const [salt, recordBytes, keyBytes] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const record = body.subarray(21 + keyBytes);
  if (body.length > 4096 || record.length > recordBytes) throw new Error("The message is longer than its record.");
  const theirs = body.subarray(21, 21 + keyBytes);
  const browser = createECDH("prime256v1");
  browser.setPrivateKey(privateKey, "base64url");
  const derive = (secret: Buffer, from: Buffer, info: (string | Buffer)[], length: number) =>
    Buffer.from(hkdfSync("sha256", secret, from, Buffer.concat(info.map((part) => Buffer.from(part))), length));
  const info = ["WebPush: info\0", browser.getPublicKey(), theirs];
  const secret = derive(browser.computeSecret(theirs), Buffer.from(auth, "base64url"), info, 32);
  const decipher = createDecipheriv(
    "aes-128-gcm",
    derive(secret, salt, ["Content-Encoding: aes128gcm\0"], 16),
    derive(secret, salt, ["Content-Encoding: nonce\0"], 12),
  );
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error("The last record does not end with 2.");
  return plain.subarray(0, end).toString("utf8");
}

/** The claims of a header `authorization` of RFC 8292, once its signature fits the public key in it. */
export function claimsOf(header: string) {
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  if (!isSigned || decoded(head).alg !== "ES256") throw new Error("The signature does not fit the public key.");
  return { claims: decoded(claims), publicKey };
}

function decoded(part: string) {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}

interface Pushed {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What a push service answers to the messages for a browser. */
export interface PushAnswer {
  status: number;
  /** It answers after this. */
  after?: Promise<void>;
}

/** A push service and the browsers that subscribe to it. */
export interface PushService {
  url: string;
  /** A new browser. */
  browser(answer?: PushAnswer): PushedBrowser;
  close(): void;
}

export interface PushedBrowser {
  /** What it gives out. */
  subscription: { endpoint: string; p256dh: string; auth: string };
  pushed: Pushed[];
  /** The messages as the browser reads them. */
  messages(): {
    title: string;
    severity: string | null;
    reference: string | null;
    path: string;
    page_id: string | null;
  }[];
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { pushed: Pushed[]; answer: PushAnswer }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const browser = browsers.get(request.url ?? "");
    browser?.pushed.push({ headers: request.headers, body: Buffer.concat(chunks) });
    await browser?.answer.after;
    response.writeHead(browser?.answer.status ?? 404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    url,
    browser: (answer = { status: 201 }) => {
      const path = `/push/${randomBytes(24).toString("base64url")}`;
      const keys = newBrowserKeys();
      const pushed: Pushed[] = [];
      browsers.set(path, { pushed, answer });
      const { p256dh, auth } = keys;
      return {
        subscription: { endpoint: url + path, p256dh, auth },
        pushed,
        messages: () => pushed.map(({ body }) => JSON.parse(decrypted(body, keys))),
      };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function newBrowserKeys(): BrowserKeys {
  const keys = createECDH("prime256v1");
  const p256dh = keys.generateKeys("base64url");
  return { privateKey: keys.getPrivateKey("base64url"), p256dh, auth: randomBytes(16).toString("base64url") };
}
