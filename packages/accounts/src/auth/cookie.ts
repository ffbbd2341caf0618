import type { FastifyReply, FastifyRequest } from "fastify";

export interface RefreshCookies {
  set(request: FastifyRequest, reply: FastifyReply, token: string, maxAgeSeconds: number): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
  read(request: FastifyRequest): string | undefined;
}

/** The console's refresh token. Scripts cannot read it, and the browser sends it only to the auth endpoints of this site. */
export function refreshCookies(name: string): RefreshCookies {
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([^;]+)`);
  const read: RefreshCookies["read"] = ({ headers }) => pattern.exec(headers.cookie ?? "")?.[1];
  const set: RefreshCookies["set"] = (request, reply, token, maxAgeSeconds) => {
    const secure = request.protocol === "https" ? "; Secure" : "";
    reply.header(
      "set-cookie",
      `${name}=${token}; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`,
    );
  };
  return {
    read,
    set,
    clear: (request, reply) => {
      if (read(request) !== undefined) set(request, reply, "", 0);
    },
  };
}
