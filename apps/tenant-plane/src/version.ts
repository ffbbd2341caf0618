import { readFileSync } from "node:fs";

/** From package.json, which sits above both the source and the bundle. */
export const version: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
