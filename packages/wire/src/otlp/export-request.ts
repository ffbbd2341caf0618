import { Reader } from "../protobuf/reader.ts";
import { type Attributes, attribute } from "./any-value.ts";
import { field, type Kind, mapped, message, repeated } from "./message.ts";
import { text } from "./scalars.ts";

/** The items of one instrumentation scope of one resource. */
export interface Scoped<T> extends FromScope<T> {
  resource: Attributes;
}

export interface Scope {
  name: string;
  version: string;
  attributes: Attributes;
}

/** The three signals have the same envelope. Only the JSON names differ. */
export function exportRequest<T>(names: { resources: string; scopes: string; items: string }, item: Kind<T>) {
  const fromScope = message<FromScope<T>>(
    () => ({ scope: { name: "", version: "", attributes: [] }, items: [] }),
    [field(1, "scope", scope), repeated(2, names.items, item, "items")],
  );
  const fromResource = message<FromResource<T>>(
    () => ({ resource: [], scopes: [] }),
    [field(1, "resource", resource), repeated(2, names.scopes, fromScope, "scopes")],
  );
  const request = message<Request<T>>(
    () => ({ resources: [] }),
    [repeated(1, names.resources, fromResource, "resources")],
  );
  return {
    decode: (bytes: Uint8Array): Scoped<T>[] => flat(request.readRest(new Reader(bytes))),
    fromJson: (value: unknown): Scoped<T>[] => flat(request.fromJson(value, "")),
  };
}

interface Request<T> {
  resources: FromResource<T>[];
}

interface FromResource<T> {
  resource: Attributes;
  scopes: FromScope<T>[];
}

interface FromScope<T> {
  scope: Scope;
  items: T[];
}

const scope = message<Scope>(
  () => ({ name: "", version: "", attributes: [] }),
  [field(1, "name", text), field(2, "version", text), repeated(3, "attributes", attribute)],
);

const resource: Kind<Attributes> = mapped(
  message<{ attributes: Attributes }>(() => ({ attributes: [] }), [repeated(1, "attributes", attribute)]),
  ({ attributes }) => attributes,
);

function flat<T>({ resources }: Request<T>): Scoped<T>[] {
  return resources.flatMap(({ resource, scopes }) => scopes.map(({ scope, items }) => ({ resource, scope, items })));
}
