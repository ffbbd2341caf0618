import type { FeatureOf } from "../core.ts";
import { noticeHandlers } from "./handlers.ts";

/** A line that everyone of a tenant sees at the top of the console. */
export function openNotice(): FeatureOf<"notice"> {
  return { handlers: { notice: noticeHandlers } };
}
