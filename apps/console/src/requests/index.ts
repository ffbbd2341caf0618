export { useRequest } from "./queries.ts";
