import { Agent, request } from "node:http";
import type { Scope } from "./scope.ts";

export interface Call {
  method: "GET" | "POST";
  path: string;
  body?: object;
}

export interface Load {
  url: string;
  headers: Record<string, string>;
  callOf(index: number): Call;
  status: number;
  requests: number;
  seconds: number;
}

export interface Answered {
  requests: number;
  seconds: number;
  /** The latency of each request in milliseconds, fastest first. */
  latencies: number[];
}

const connections = 16;

/** Keeps every connection busy until the number of requests or the time is reached. Any unexpected status fails. */
export async function load(scope: Scope, { url, headers, callOf, status, requests, seconds }: Load): Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  const begin = performance.now();
  let next = 0;
  const connection = async () => {
    while (next < requests && performance.now() - begin < seconds * 1000) {
      scope.check();
      const call = callOf(next++);
      const sent = performance.now();
      const given = await send(agent, url, headers, call);
      latencies.push(performance.now() - sent);
      if (given.status !== status)
        throw new Error(`${call.method} ${call.path} of ${url}: ${given.status} ${given.body}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, connection));
  } finally {
    agent.destroy();
  }
  const took = (performance.now() - begin) / 1000;
  return { requests: latencies.length, seconds: took, latencies: latencies.sort((a, b) => a - b) };
}

function send(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  { method, path, body }: Call,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const sending = request(url + path, { agent, method, headers: text ? { ...headers, ...describe(text) } : headers });
    sending.on("error", reject);
    sending.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode, body: String(Buffer.concat(parts)) }));
    });
    sending.end(text);
  });
}

function describe(text: string): Record<string, string | number> {
  return { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
}
