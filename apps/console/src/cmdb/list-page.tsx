import { Button } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import page from "../ui/list-page.module.css";
import { PageHeader } from "../ui/page-header.tsx";
import { totalText } from "../ui/total-text.ts";
import { FacetPanel } from "./facet-panel.tsx";
import { useItemFacets } from "./facets.ts";
import { type Filters, readFilters, writeFilters } from "./filters.ts";
import { ItemTable } from "./item-table.tsx";
import { ListFace } from "./list-face.tsx";
import classes from "./list-page.module.css";
import { Toolbar } from "./list-toolbar.tsx";
import { useItemList } from "./queries.ts";

const route = getRouteApi("/cmdb");

const ClassesDialog = lazyDialog(() => import("./classes-dialog.tsx"), "ClassesDialog");
const NewItemDialog = lazyDialog(() => import("./new-item-dialog.tsx"), "NewItemDialog");

export function CmdbListPage() {
  if (!useCan()("cmdb:read")) return <ForbiddenPage title="Configuration" needs="cmdb:read" />;
  return <ItemList />;
}

function ItemList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useCan()("cmdb:write");
  const filters = useMemo(() => readFilters(search), [search]);
  const list = useItemList(filters);
  const [creating, { open, close }] = useDisclosure(false);
  const [showsClasses, { open: openClasses, close: closeClasses }] = useDisclosure(false);
  const narrow = useMediaQuery("(max-width: 62em)", undefined, { getInitialValueInEffect: false });
  const change = (changes: Partial<Filters>) =>
    void navigate({ search: writeFilters({ ...filters, ...changes }), replace: "q" in changes });
  const facets = useItemFacets(filters, change);
  useKeys(mayWrite ? [{ keys: "n", label: "New item", group: "List", run: open }] : []);

  return (
    <div className={page.page}>
      <div className={page.head} style={{ paddingBottom: 10 }}>
        <PageHeader
          title="Configuration"
          note={
            list.total === undefined ? undefined : (
              <span aria-live="polite">{totalText(list.total, list.estimated)}</span>
            )
          }
          actions={
            <>
              <Button variant="default" onClick={openClasses}>
                Classes
              </Button>
              {mayWrite ? (
                <Button leftSection={<IconPlus size={15} />} onClick={open}>
                  New item
                </Button>
              ) : null}
            </>
          }
        />
      </div>
      <Toolbar filters={filters} onChange={change} facets={narrow ? facets : []} />
      <div className={classes.beside}>
        {narrow ? null : <FacetPanel facets={facets} />}
        <div className={page.body} style={{ minWidth: 0 }}>
          {list.total ? (
            <ItemTable key={list.key} list={list} sort={filters.sort} onSort={(sort) => change({ sort })} />
          ) : (
            <ListFace list={list} filters={filters} mayWrite={mayWrite} onNew={open} />
          )}
        </div>
      </div>
      {creating ? <NewItemDialog onClose={close} /> : null}
      {showsClasses ? <ClassesDialog mayWrite={mayWrite} onClose={closeClasses} /> : null}
    </div>
  );
}
