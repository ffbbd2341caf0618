import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { TextLink } from "../ui/links.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "../ui/record-page.module.css";
import { CatalogEditor } from "./catalog-editor.tsx";
import { useCatalogItem } from "./queries.ts";

const route = getRouteApi("/catalog/$id/edit");

/** The id `new` creates an item. */
export function CatalogEditorPage() {
  const { id } = route.useParams();
  const can = useCan();
  const fresh = id === "new";
  const item = useCatalogItem(id, !fresh && can("itsm:write"));
  if (!can("itsm:write")) return <ForbiddenPage title="Catalog item" needs="itsm:write" />;
  return (
    <div className={classes.page}>
      <div className={classes.crumbs}>
        <TextLink to="/catalog" size="sm" c="dimmed">
          Catalog
        </TextLink>
        <span aria-hidden="true">/</span>
        {fresh ? (
          <span>New</span>
        ) : (
          <TextLink to="/catalog/$id" params={{ id }} size="sm" c="dimmed">
            {item.data?.name ?? "Item"}
          </TextLink>
        )}
      </div>
      <PageHeader title={fresh ? "New catalog item" : `Edit ${item.data?.name ?? "item"}`} />
      {fresh ? (
        <CatalogEditor item={undefined} />
      ) : (
        <QueryFace query={item}>{(found) => <CatalogEditor key={found.id} item={found} />}</QueryFace>
      )}
    </div>
  );
}
