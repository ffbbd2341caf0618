import { readFileSync } from "node:fs";

/** Read from package.json, which is in a parent folder of both the source and the bundle. */
export const version: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
