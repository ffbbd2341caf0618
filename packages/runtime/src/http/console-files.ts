import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { nothingHere } from "../failure.ts";

// /metrics itself is a console route too: its endpoint passes browsers on to here.
const server = /^\/((api|v1|prometheus)(\/|$|\?)|metrics\/)/;

/** Serves the console's build, and this page of it for every console route. */
export async function serveConsole(app: FastifyInstance, folder: string, page: string): Promise<void> {
  const built = existsSync(join(folder, page));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // File names under assets contain a content hash, so the files never change.
        reply.header("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (
      !built ||
      !["GET", "HEAD"].includes(request.method) ||
      server.test(request.url) ||
      /\.\w+$/.test(request.url.split("?")[0] ?? "")
    )
      throw nothingHere();
    return reply.header("cache-control", "no-cache").sendFile(page);
  });
}
