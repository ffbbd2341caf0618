import { type Static, Type } from "typebox";
import { Id, line, nullable, oneOf, paging, Timestamp, text } from "../schema.ts";
import { releaseChannels } from "./deployments.ts";
import { controlOperation } from "./operation.ts";

export type ReleaseChannel = (typeof releaseChannels)[number];

export const SemanticVersion = Type.String({
  pattern: "^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}(-[0-9A-Za-z-]{1,40}(\\.[0-9A-Za-z-]{1,40}){0,9})?$",
  description: "A semantic version without build metadata, such as 1.4.2 or 2.0.0-beta.1",
});

const Checksum = Type.Object({
  name: Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._+-]{0,199}$", description: "The name of a file" }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "In lowercase hexadecimal digits" }),
});
export type Checksum = Static<typeof Checksum>;

const fields = {
  channel: oneOf(releaseChannels),
  notes: text(50_000, "What changed, in Markdown"),
  checksums: Type.Array(Checksum, { maxItems: 100 }),
  min_version: nullable(Type.String({ ...SemanticVersion, description: "The oldest version to upgrade from" })),
  published_at: Type.String({ ...Timestamp, description: "Customers do not see a release before this time" }),
};

export const Release = Type.Object({
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  revision: Type.Integer({ description: "Counts the changes of this record; its ETag" }),
  version: Type.String(),
  ...fields,
  yanked_at: nullable(Timestamp),
  yanked_reason: nullable(Type.String()),
});
export type Release = Static<typeof Release>;

const VersionParams = Type.Object({ version: SemanticVersion });

export const releases = {
  list: controlOperation({
    method: "GET",
    path: "/api/releases",
    summary: "List releases, newest version first",
    access: "signed_in",
    effect: "read",
    envelope: "page",
    query: Type.Object({ channel: Type.Optional(oneOf(releaseChannels)), ...paging }),
    reply: Release,
  }),
  latest: controlOperation({
    method: "GET",
    path: "/api/releases/latest",
    summary: "Get the newest release of a channel",
    description:
      "Needs no token, so upgrade scripts can call it. Yanked releases are left out. With `from`, the newest release that this version can be upgraded to.",
    access: "public",
    effect: "read",
    query: Type.Object({
      channel: Type.Optional(oneOf(releaseChannels, { default: "stable" })),
      from: Type.Optional(SemanticVersion),
    }),
    reply: Release,
  }),
  get: controlOperation({
    method: "GET",
    path: "/api/releases/:version",
    summary: "Get a release",
    access: "signed_in",
    effect: "read",
    params: VersionParams,
    reply: Release,
  }),
  create: controlOperation({
    method: "POST",
    path: "/api/releases",
    summary: "Publish a release",
    description: "Without `published_at` it is published at once.",
    access: "releases:write",
    effect: "write",
    status: 201,
    body: Type.Object({
      version: SemanticVersion,
      channel: fields.channel,
      notes: Type.Optional(fields.notes),
      checksums: Type.Optional(fields.checksums),
      min_version: Type.Optional(fields.min_version),
      published_at: Type.Optional(fields.published_at),
    }),
    reply: Release,
  }),
  update: controlOperation({
    method: "PATCH",
    path: "/api/releases/:version",
    summary: "Change or yank a release",
    description:
      "A `yanked_reason` yanks the release: it stays listed, but is not offered for upgrades. Null restores it.",
    access: "releases:write",
    effect: "write",
    params: VersionParams,
    body: Type.Partial(Type.Object({ ...fields, yanked_reason: nullable(line(500)) })),
    reply: Release,
  }),
};
