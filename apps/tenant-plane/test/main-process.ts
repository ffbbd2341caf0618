import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Test files run in several processes. What they share is made once, in the main process, when a file first asks for it.

type Routes = Record<string, (argument: string) => Promise<unknown>>;

export interface Offer {
  url: string;
  close(): Promise<void>;
}

/** Offers these functions of the main process to the test files. */
export async function offer(routes: Routes): Promise<Offer> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    try {
      const value = await routes[pathname.slice(1)]?.(searchParams.get("argument") ?? "");
      response.end(JSON.stringify({ value }));
    } catch (error) {
      response.statusCode = 500;
      response.end(error instanceof Error ? error.stack : String(error));
    }
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Calls a function that the main process offers. */
export async function ask<T>(url: string, name: string, argument = ""): Promise<T> {
  const response = await fetch(`${url}/${name}?${new URLSearchParams({ argument })}`);
  if (!response.ok) throw new Error(`The main process failed: ${await response.text()}`);
  // The offering file and its asker agree on the type.
  return ((await response.json()) as { value: T }).value;
}
