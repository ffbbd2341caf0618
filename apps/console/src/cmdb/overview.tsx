import type { ConfigItem } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import record from "../ui/record-page.module.css";
import { AttributesPanel } from "./attributes-panel.tsx";
import { ItemDescription } from "./item-description.tsx";
import classes from "./item-page.module.css";
import { ItemChanges, ItemIncidents } from "./item-work.tsx";

export function Overview({ item, mayWrite }: { item: ConfigItem; mayWrite: boolean }) {
  return (
    <div className={record.columns}>
      <div className={classes.side}>
        <ItemDescription item={item} mayWrite={mayWrite} />
        <AttributesPanel item={item} mayWrite={mayWrite} />
      </div>
      <div className={classes.side}>
        <ItemIncidents item={item} />
        <ItemChanges item={item} />
        <ItemFacts item={item} />
      </div>
    </div>
  );
}

function ItemFacts({ item }: { item: ConfigItem }) {
  return (
    <Panel title="Details">
      <dl className={record.facts}>
        <dt>Owner</dt>
        <dd>
          {item.owner ? (
            <TextLink to="/cmdb" search={{ owner: item.owner.id }} size="sm">
              {item.owner.name}
            </TextLink>
          ) : (
            <span className="dim">None</span>
          )}
          {item.owner?.type === "group" ? <span className="dim"> (group)</span> : null}
        </dd>
        <dt>Tags</dt>
        <dd>
          {item.tags.length === 0 ? <span className="dim">None</span> : null}
          <span className={record.tags}>
            {item.tags.map((tag) => (
              <TextLink key={tag} to="/cmdb" search={{ tag }} className={record.tag} size="xs">
                {tag}
              </TextLink>
            ))}
          </span>
        </dd>
        <dt>Source</dt>
        <dd>{item.source}</dd>
      </dl>
      <dl className={record.facts}>
        <dt>Created</dt>
        <dd>
          <TimeText at={item.created_at} as="short" />
        </dd>
        <dt>Created by</dt>
        <dd>{item.created_by}</dd>
        <dt>Updated</dt>
        <dd>
          <TimeText at={item.updated_at} />
        </dd>
        <dt>Version</dt>
        <dd>{item.version}</dd>
      </dl>
    </Panel>
  );
}
