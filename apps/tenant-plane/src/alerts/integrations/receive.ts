import type { operations } from "@opsplane/contract";
import { Failure, fail, type HandlersOf } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { isFields } from "./formats/incoming.ts";
import { isPagerDutyBody } from "./formats/pagerduty.ts";
import { type Parsed, parsed, parsedObject } from "./received-body.ts";
import { type Context, openReceiver } from "./receiver.ts";

type Receiving = Pick<HandlersOf<typeof operations.alertIntegrations>, "receive" | "enqueue" | "enqueueChange">;

export function receivingHandlers(core: Core): Receiving {
  const receiver = openReceiver(core);
  return {
    receive: async (context) => {
      const holder = await receiver.holderOf(context, bearerKey(context));
      return receiver.accept(context, holder, parsed(context.body));
    },
    enqueue: (context) =>
      inPagerDutysFormat(context, async () => {
        const body = parsedObject(context.body);
        const holder = await receiver.holderOf(context, routingKey(body));
        const { events } = await receiver.accept(context, holder, body, isPagerDutyBody);
        return { status: "success", message: "Event processed", dedup_key: events[0]?.dedup_key ?? "" };
      }),
    enqueueChange: (context) =>
      inPagerDutysFormat(context, async () => {
        const body = parsedObject(context.body);
        const holder = await receiver.holderOf(context, routingKey(body));
        await receiver.acceptChange(context, holder, body);
        return { status: "success", message: "Change event processed" };
      }),
  };
}

function bearerKey({ request }: Context): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

function routingKey({ value, problem }: Parsed): string | undefined {
  if (problem !== undefined) fail("VALIDATION_ERROR", problem);
  const key = isFields(value) ? value.routing_key : undefined;
  return typeof key === "string" ? key : undefined;
}

/** Answers errors as PagerDuty does, so that its clients understand them. */
async function inPagerDutysFormat<T extends object>({ reply }: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    const isInvalid = ["VALIDATION_ERROR", "UNAUTHORIZED"].includes(error.code) && error.status !== 413;
    const errors = error.options.details?.map(({ path, message }) => `${path === "" ? "" : `'${path}' `}${message}`);
    const { retryAfterSeconds } = error.options;
    if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
    const invalidKey = error.code === "UNAUTHORIZED" ? ["'routing_key' is not the key of an integration"] : undefined;
    reply
      .code(isInvalid ? 400 : error.status)
      .type("application/json; charset=utf-8")
      .send(
        JSON.stringify({
          status: isInvalid ? "invalid event" : "error",
          message: isInvalid ? "Event object is invalid" : error.message,
          errors: errors ?? invalidKey ?? [error.message],
        }),
      );
    // The answer is sent; what is returned here is not.
    return { status: "", message: "" } as unknown as T;
  }
}
