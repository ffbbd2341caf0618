import { Button } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { ListPage } from "../ui/list/list-page.tsx";
import { useList } from "../ui/list/use-list.ts";
import { FacetMenu, FacetPanel } from "./facet-panel.tsx";
import { useItemFacets } from "./facets.ts";
import { itemList } from "./list.tsx";
import { NewItemButton } from "./new-item-button.tsx";

const ClassesDialog = lazyDialog(() => import("./classes-dialog.tsx"), "ClassesDialog");

export function CmdbListPage() {
  const mayRead = useCan()("cmdb:read");
  return mayRead ? <ItemList /> : <ForbiddenPage title="CMDB" needs="cmdb:read" />;
}

function ItemList() {
  const list = useList(itemList);
  const facets = useItemFacets(list.filters, list.change);
  const narrow = useMediaQuery("(max-width: 62em)", undefined, { getInitialValueInEffect: false });
  return (
    <ListPage
      title="CMDB"
      list={list}
      actions={
        <>
          <ClassesButton />
          <NewItemButton keys="n" />
        </>
      }
      toolbar={narrow ? facets.map((facet) => <FacetMenu key={facet.name} facet={facet} />) : null}
      aside={narrow ? null : <FacetPanel facets={facets} />}
    />
  );
}

function ClassesButton() {
  const mayWrite = useCan()("cmdb:write");
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        CI classes
      </Button>
      {opened ? <ClassesDialog mayWrite={mayWrite} onClose={close} /> : null}
    </>
  );
}
