export { BlockedPage } from "./lazy-blocked-page.ts";
