import type { FeatureOf } from "../core.ts";
import { noticeHandlers } from "./handlers.ts";

/** A message that all users of a tenant see at the top of the console. */
export function openNotice(): FeatureOf<"notice"> {
  return { handlers: { notice: noticeHandlers } };
}
