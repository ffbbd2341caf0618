import type { FastifyReply, FastifyRequest } from "fastify";

const name = "opsplane_refresh";

/** The console's refresh token. Scripts cannot read it, and the browser sends it only to the auth endpoints of this site. */
export function setRefreshCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAgeSeconds: number,
): void {
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${name}=${token}; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`,
  );
}

export function clearRefreshCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (refreshCookie(request) !== undefined) setRefreshCookie(request, reply, "", 0);
}

export function refreshCookie(request: FastifyRequest): string | undefined {
  const match = /(?:^|;\s*)opsplane_refresh=([^;]+)/.exec(request.headers.cookie ?? "");
  return match?.[1];
}
