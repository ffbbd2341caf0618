import type { Person, SharedPlane } from "./plane.ts";

export interface Sent {
  body: string | Uint8Array;
  type?: string;
  encoding?: string;
  headers?: Record<string, string>;
  /** A person, or the token of a collector. */
  as?: Person | string;
}

/** Posts like a sender of telemetry. When `as` is a token, it is the only header of identity. */
export async function post(
  plane: SharedPlane,
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
