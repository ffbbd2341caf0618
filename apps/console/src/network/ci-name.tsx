import type { AddressName } from "@opsplane/contract";
import { TextLink } from "../ui/links.tsx";

/** The configuration item of an address, with a link to it. */
export function CiName({ items, fallback = "" }: { items: readonly AddressName[] | undefined; fallback?: string }) {
  const [first, ...others] = items ?? [];
  if (!first) return fallback ? <span className="dim">{fallback}</span> : null;
  return (
    <>
      <TextLink
        to="/cmdb/$id"
        params={{ id: first.id }}
        size="sm"
        title={(items ?? []).map(({ name }) => name).join(", ")}
      >
        {first.name}
      </TextLink>
      {others.length > 0 ? <span className="dim"> +{others.length}</span> : null}
    </>
  );
}
