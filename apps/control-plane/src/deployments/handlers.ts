import { forgetTokens } from "@opsplane/accounts";
import { type controlOperations, type Deployment, staffTenant } from "@opsplane/contract/control-plane";
import { difference, fail, type HandlersOf, hashToken, invalid, newToken, type WriteContext } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { assertComplete } from "./rules.ts";
import * as store from "./store.ts";

const hintLength = 10;

type Services = Pick<Core, "secrets" | "http">;

export function deploymentHandlers({ secrets, http }: Services): HandlersOf<typeof controlOperations.deployments> {
  const assertReachable = (url: string | null) => {
    const problem = url === null ? undefined : http.problemOf(url);
    if (problem !== undefined) invalid("url", problem);
  };
  return {
    list: ({ db, query }) => store.listDeployments(db, query),

    get: async ({ db, params }) => (await store.getDeployment(db, params.id)) ?? missing(params.id),

    create: async ({ db, body, audit }) => {
      const { id, name, mode, region, channel = "stable", service_secret: secret } = body;
      const url = withoutSlash(body.url ?? null);
      const isDefault = body.is_default ?? false;
      assertComplete({ mode, url, isDefault, hasSecret: secret !== undefined });
      assertReachable(url);
      if (isDefault) await store.clearDefault(db, region, id);
      if (!(await store.insertDeployment(db, { id, name, mode, region, url, channel, is_default: isDefault })))
        return fail("CONFLICT", `The deployment '${id}' exists already.`);
      if (secret !== undefined) await store.saveServiceSecret(db, id, secrets.seal(secret));
      const deployment = (await store.getDeployment(db, id)) ?? missing(id);
      audit({ target: target(deployment), after: deployment });
      return deployment;
    },

    update: async (context) => {
      const { db, params, body, audit } = context;
      const before = await lock(context, params.id);
      const { service_secret: secret } = body;
      const url = body.url === undefined ? before.url : withoutSlash(body.url);
      const next = {
        id: before.id,
        name: body.name ?? before.name,
        region: body.region ?? before.region,
        url,
        channel: body.channel ?? before.channel,
        is_default: body.is_default ?? before.is_default,
      };
      const hasSecret = before.has_service_secret || secret !== undefined;
      assertComplete({ mode: before.mode, url, isDefault: next.is_default, hasSecret });
      if (url !== before.url) assertReachable(url);
      if (next.is_default) await store.clearDefault(db, next.region, before.id);
      await store.updateDeployment(db, next);
      if (secret !== undefined) await store.saveServiceSecret(db, before.id, secrets.seal(secret));
      const after = (await store.getDeployment(db, before.id)) ?? missing(params.id);
      const { before: was, after: became } = difference(before, after);
      audit({
        target: target(after),
        before: was,
        after: { ...became, ...(secret === undefined ? {} : { service_secret: "replaced" }) },
      });
      return after;
    },

    rotateToken: async (context) => {
      const { db, params, audit } = context;
      const before = await lock(context, params.id);
      const token = newToken("opd_");
      await store.saveToken(db, before.id, hashToken(token), token.slice(0, hintLength));
      await forgetTokens(db, staffTenant);
      const after = (await store.getDeployment(db, before.id)) ?? missing(params.id);
      audit({ target: target(after), ...difference(before, after) });
      return { ...after, token };
    },
  };
}

async function lock({ db, assertUnchanged }: WriteContext, id: string): Promise<Deployment> {
  const deployment = (await store.lockDeployment(db, id)) ?? missing(id);
  assertUnchanged(deployment);
  return deployment;
}

/** Paths are appended to it. */
function withoutSlash(url: string | null): string | null {
  return url === null ? null : url.replace(/\/+$/, "");
}

function target({ id, name }: Deployment) {
  return { type: "deployment", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no deployment '${id}'.`);
}
