import type { ConfigItem } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import record from "../ui/record-page.module.css";
import { Copy } from "../ui/trace-id.tsx";
import { useClassLabel } from "./classes.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { ImpactTab } from "./impact-tab.tsx";
import { ItemHeader } from "./item-header.tsx";
import classes from "./item-page.module.css";
import { type ItemTab, ItemTabs, tabIn } from "./item-tabs.tsx";
import { Overview } from "./overview.tsx";
import { useItem } from "./queries.ts";
import { RelationsTab } from "./relations-tab.tsx";

const route = getRouteApi("/cmdb/$id");

export function ConfigItemPage() {
  if (!useCan()("cmdb:read")) return <ForbiddenPage title="Configuration item" needs="cmdb:read" />;
  return <ItemById />;
}

function ItemById() {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const item = useItem(id);
  if (item.error && (item.error.status === 404 || item.error.status === 422)) return <Missing />;
  const shown = tabIn(tab);
  return (
    <div className={record.page} style={shown === "impact" ? { maxWidth: 1680 } : undefined}>
      <QueryFace query={item}>{(found) => <Loaded key={found.id} item={found} tab={shown} />}</QueryFace>
    </div>
  );
}

function Loaded({ item, tab }: { item: ConfigItem; tab: ItemTab }) {
  const mayWrite = useCan()("cmdb:write");
  const classLabel = useClassLabel();
  return (
    <article aria-label={item.name}>
      <div className={record.crumbs}>
        <TextLink to="/cmdb" size="sm" c="dimmed">
          CMDB
        </TextLink>
        <span aria-hidden="true">/</span>
        <TextLink to="/cmdb" search={{ class: item.class }} size="sm" c="dimmed">
          {classLabel(item.class)}
        </TextLink>
        <span aria-hidden="true">/</span>
        <span className="mono truncate">{item.id}</span>
        <Copy text={item.id} what="id" />
      </div>
      <ItemHeader item={item} mayWrite={mayWrite} />
      <ItemTabs item={item} tab={tab} />
      <div className={classes.tab}>
        {tab === "overview" ? <Overview item={item} mayWrite={mayWrite} /> : null}
        {tab === "impact" ? <ImpactTab item={item} /> : null}
        {tab === "relations" ? <RelationsTab item={item} mayWrite={mayWrite} /> : null}
        {tab === "history" ? <HistoryTab item={item} /> : null}
      </div>
    </article>
  );
}

function Missing() {
  return (
    <NotFound title="CI not found">
      <ButtonLink to="/cmdb" variant="default">
        All items
      </ButtonLink>
    </NotFound>
  );
}
