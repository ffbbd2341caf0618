import type { Person, Plane } from "./plane.ts";

export interface Sent {
  body: string | Uint8Array;
  type?: string;
  encoding?: string;
  headers?: Record<string, string>;
  /** Somebody, or a collector's token. */
  as?: Person | string;
}

/** Posts as a sender of telemetry would: with a token alone when `as` is one. */
export async function post(
  plane: Plane,
  path: string,
  { body, type = "application/json", encoding, headers, as = plane.admin }: Sent,
) {
  const answer = await fetch(plane.url + path, {
    method: "POST",
    headers: {
      ...(typeof as === "string" ? { authorization: `Bearer ${as}` } : as.headers),
      "content-type": type,
      ...(encoding && { "content-encoding": encoding }),
      ...headers,
    },
    body,
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return {
    status: answer.status,
    bytes,
    json: isJson ? JSON.parse(bytes.toString()) : undefined,
    headers: answer.headers,
  };
}
