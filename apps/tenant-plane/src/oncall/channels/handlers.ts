import { type ChannelDelivery, channelEvents, maxChannels, type operations } from "@opsplane/contract";
import {
  type Db,
  difference,
  fail,
  type HandlersOf,
  invalid,
  newId,
  newSigningSecret,
  type Principal,
  sql,
  type WriteContext,
} from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { wantedAssignee } from "../../records/assignee.ts";
import { assertUnused } from "../escalation/store.ts";
import { assertPeople, peopleOf } from "../people.ts";
import * as deliveries from "./deliveries.ts";
import { notify } from "./jobs.ts";
import { shownChannel } from "./problems.ts";
import type { VapidKeys } from "./push/vapid.ts";
import { type Content, configFrom } from "./rules.ts";
import * as store from "./store.ts";

export function channelHandlers(core: Core, vapid: VapidKeys): HandlersOf<typeof operations.channels> {
  const { http, secrets } = core;
  const shown = (channel: store.StoredChannel) => shownChannel(channel, core.mailer !== undefined);
  const sealed = (secret: string | null) => (secret === null ? null : secrets.seal(secret));

  /** Stores a message that is sent once. */
  const sendOnce = async (
    { db, principal }: WriteContext,
    notification: Omit<deliveries.NewNotification, "delay_seconds">,
  ): Promise<ChannelDelivery> => {
    await notify(core, db, principal.tenantId, [{ ...notification, delay_seconds: 0 }]);
    return (await deliveries.getDelivery(db, notification.id)) ?? fail("ERROR", "The message could not be stored.");
  };

  return {
    list: async ({ db, query, principal }) => {
      const { limit = 50, offset = 0 } = query;
      const { assignedTo: userId } = wantedAssignee(query.user_id, principal);
      const browsersOf = seesAll(principal) ? undefined : principal.userId;
      const page = await store.listChannels(db, { userId, browsersOf, limit, offset });
      return { ...page, items: page.items.map(shown) };
    },

    get: async ({ db, params, principal }) => shown(await seenChannel(db, principal, params.id)),

    create: async (context) => {
      const { db, body, principal, audit } = context;
      const { name, type, enabled = true, delay_seconds = 0 } = body;
      const userId = await ownerOf(context, body.user_id ?? null);
      const config = configFrom(type, body.config, undefined, http.problemOf);
      const { count, browsers, enabled: used } = await store.countChannels(db, userId);
      const max = userId === null ? maxChannels.shared : maxChannels.person;
      if (count >= max) fail("CONFLICT", `There are ${max} channels already, the most that are possible.`);
      const secret = type === "webhook" ? newSigningSecret() : null;
      const id = newId();
      if (type === "browser" && browsers >= maxChannels.browsers)
        fail(
          "CONFLICT",
          `You have ${maxChannels.browsers} browsers already, the most that are possible. Remove one first.`,
        );
      if (config.fingerprint !== null) await assertOwnBrowser(context, { id, userId, fingerprint: config.fingerprint });
      await store.insertChannel(
        db,
        { ...config, id, name, position: body.position ?? Math.min(count + 1, 50), delay_seconds, enabled },
        { type, userId, secret: sealed(secret ?? config.secret ?? null), createdBy: principal.label },
      );
      const made = shown((await store.getChannel(db, id)) ?? missing(id));
      audit({ target: target(made), after: made });
      announceChannel(context, made);
      if (type === "browser" && used === 0 && core.mailer) await keepEmail(context, userId, made.position + 1);
      return { ...made, secret };
    },

    update: async (context) => {
      const { db, params, body, principal, audit, assertUnchanged } = context;
      const channel = (await store.lockChannel(db, params.id)) ?? missing(params.id);
      assertOwn(principal, channel.user_id);
      assertUnchanged(channel);
      const { email = null, url = null, topic = null, fingerprint = null } = channel.config;
      const before = { email, url, topic, fingerprint };
      const config = configFrom(channel.type, body.config ?? {}, before, http.problemOf);
      if (config.fingerprint !== null && config.secret !== undefined)
        await assertOwnBrowser(context, { id: channel.id, userId: channel.user_id, fingerprint: config.fingerprint });
      const { name, position, delay_seconds, enabled } = { ...channel, ...body };
      const secret = config.secret === undefined ? undefined : sealed(config.secret);
      await store.updateChannel(db, { ...config, id: channel.id, name, position, delay_seconds, enabled }, secret);
      if (channel.enabled && !enabled) await cancelOf(context, channel);
      const updated = (await store.getChannel(db, channel.id)) ?? missing(params.id);
      audit({ target: target(updated), ...difference(channel, updated) });
      announceChannel(context, updated);
      return shown(updated);
    },

    remove: async (context) => {
      const { db, params, principal, audit } = context;
      const channel = (await store.lockChannel(db, params.id)) ?? missing(params.id);
      assertOwn(principal, channel.user_id);
      await assertUnused(db, { channel_id: channel.id }, `The channel '${channel.name}'`);
      await cancelOf(context, channel);
      await store.deleteChannel(db, channel.id);
      audit({ target: target(channel), before: channel });
      announceChannel(context, channel);
      return undefined;
    },

    test: async (context) => {
      const { db, params, principal, audit } = context;
      const channel = (await store.lockChannel(db, params.id)) ?? missing(params.id);
      assertOwn(principal, channel.user_id);
      audit({ target: target(channel) });
      return sendOnce(context, testOf(channel, principal.label));
    },

    deliveries: async ({ db, params, principal, query: { limit = 50, offset = 0 } }) => {
      const { id } = await seenChannel(db, principal, params.id);
      return deliveries.listDeliveries(db, id, { limit, offset });
    },

    redeliver: async (context) => {
      const { db, params, principal, audit } = context;
      const channel = (await store.lockChannel(db, params.id)) ?? missing(params.id);
      assertOwn(principal, channel.user_id);
      const sent =
        (await deliveries.readSent(db, channel.id, params.delivery_id)) ??
        fail("NOT_FOUND", `There is no delivery ${params.delivery_id} of this channel.`);
      audit({ target: target(channel), after: { subject: sent.subject } });
      return sendOnce(context, { ...sent, id: newId(), kind: "redelivery" });
    },

    pushKey: async () => ({ public_key: vapid.publicKey }),
  };
}

/** Who had no channel got emails at the address of the account. A browser alone would end that. */
async function keepEmail(context: WriteContext, userId: string | null, position: number): Promise<void> {
  const { db, principal, audit } = context;
  const person = (await peopleOf(db, [userId])).get(userId ?? "");
  if (!person) return;
  const fields = { id: newId(), name: "Email", position: Math.min(position, 50), delay_seconds: 0, enabled: true };
  const place = { email: person.email, url: null, topic: null, fingerprint: null };
  const made = { type: "email", userId, secret: null, createdBy: principal.label } as const;
  await store.insertChannel(db, { ...fields, ...place }, made);
  audit({ target: target(fields), after: { ...fields, type: made.type, email: person.email } });
}

function testOf(channel: store.StoredChannel, by: string): Omit<deliveries.NewNotification, "delay_seconds"> {
  const id = newId();
  const content: Content = {
    message_id: id,
    title: "Test message from Opsplane",
    text: `${by} tests the channel ${channel.name}. Nothing is wrong.`,
    facts: [],
    severity: null,
    incident: null,
    path: "/",
  };
  return {
    ...{ id, kind: "test", page_id: null, incident_id: null, step: 0, cycle: 0, user_id: channel.user_id },
    ...{ channel_id: channel.id, channel_name: channel.name, channel_type: channel.type, via: "test" },
    ...{ subject: content.title, content },
  };
}

type Channel = Pick<store.StoredChannel, "id" | "name">;

function cancelOf({ db }: WriteContext, { id }: Channel): Promise<number> {
  return deliveries.cancelOpen(db, sql`channel_id = ${id}`, "The channel was disabled or deleted.");
}

async function ownerOf({ db, principal }: WriteContext, written: string | null): Promise<string | null> {
  if (written === null) return null;
  if (written === "me") return principal.userId ?? invalid("user_id", "'me' is a person, and this key is none");
  await assertPeople(db, [written]);
  assertOwn(principal, written.toLowerCase());
  return written;
}

function seesAll({ permissions }: Principal): boolean {
  return permissions.has("admin:users");
}

/** Browsers of other people are hidden. */
async function seenChannel(db: Db, principal: Principal, id: string): Promise<store.StoredChannel> {
  const channel = (await store.getChannel(db, id)) ?? missing(id);
  const isHidden = channel.type === "browser" && channel.user_id !== principal.userId && !seesAll(principal);
  return isHidden ? missing(id) : channel;
}

/** A subscription comes from the person's own browser, which rings once for each page. */
async function assertOwnBrowser(
  { db, principal }: WriteContext,
  browser: { id: string; userId: string | null; fingerprint: string },
): Promise<void> {
  const { userId, id, fingerprint } = browser;
  if (userId === null || userId !== principal.userId)
    return invalid("user_id", "must be 'me' for a browser, because people subscribe their own");
  const known = await store.channelOfBrowser(db, { userId, fingerprint, except: id });
  if (known) fail("CONFLICT", `This browser is your channel '${known.name}' already.`);
}

/** Where a person is paged is up to them, and to admins. */
function assertOwn(principal: Principal, owner: string | null): void {
  if (owner !== null && owner !== principal.userId && !seesAll(principal))
    fail("FORBIDDEN", "The channels of other people need the permission admin:users.");
}

function announceChannel({ announce }: WriteContext, { id }: Channel): void {
  announce(channelEvents.updated, id, {});
}

function target({ id, name }: Channel) {
  return { type: "channel", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no channel ${id}.`);
}
