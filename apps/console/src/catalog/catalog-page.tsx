import { IconFilterOff, IconPlus, IconShoppingBag } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { Face } from "../ui/faces.tsx";
import { FilterMenu } from "../ui/filter-menu.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { CatalogCards } from "./catalog-cards.tsx";
import classes from "./catalog-page.module.css";
import { useCatalog, useCategories } from "./queries.ts";

const route = getRouteApi("/catalog");

export function CatalogPage() {
  const can = useCan();
  return can("itsm:read") ? (
    <Catalog mayWrite={can("itsm:write")} />
  ) : (
    <ForbiddenPage title="Catalog" needs="itsm:read" />
  );
}

function Catalog({ mayWrite }: { mayWrite: boolean }) {
  const { q = "", category } = route.useSearch();
  const navigate = route.useNavigate();
  const items = useCatalog({ q, category, all: mayWrite });
  const categories = useCategories().data ?? [];
  const create = mayWrite ? (
    <ButtonLink to="/catalog/$id/edit" params={{ id: "new" }} leftSection={<IconPlus size={15} />} variant="default">
      New item
    </ButtonLink>
  ) : null;
  return (
    <div className={classes.page}>
      <PageHeader title="Catalog" actions={create} />
      <p className={classes.intro}>Request access, equipment and services.</p>
      <search className={classes.toolbar} aria-label="Filter the catalog">
        <SearchField
          label="Search the catalog"
          placeholder="Search catalog…"
          value={q}
          onChange={(next) => void navigate({ search: { category, q: next || undefined }, replace: true })}
          w={{ base: "100%", xs: 300 }}
        />
        <FilterMenu
          label="Category"
          summary={category}
          options={categories
            .filter((each) => each.category)
            .map((each) => ({ value: each.category, label: `${each.category} (${each.count})` }))}
          chosen={category ? [category] : []}
          onToggle={(chosen) => void navigate({ search: { q: q || undefined, category: chosen } })}
          onClear={category ? () => void navigate({ search: { q: q || undefined } }) : undefined}
        />
      </search>
      <QueryFace
        query={items}
        isEmpty={({ total }) => total === 0}
        empty={
          q || category ? (
            <Face
              icon={<IconFilterOff size={20} />}
              title="No matching items"
              actions={
                <ButtonLink to="/catalog" variant="default">
                  Clear filters
                </ButtonLink>
              }
            >
              Try a different search or category.
            </Face>
          ) : (
            <Face icon={<IconShoppingBag size={20} />} title="No catalog items yet" actions={create}>
              {mayWrite
                ? "Add the things people request most: access, equipment, a new mailbox."
                : "There is nothing to request yet."}
            </Face>
          )
        }
      >
        {({ items: found }) => <CatalogCards items={found} mayWrite={mayWrite} />}
      </QueryFace>
    </div>
  );
}
