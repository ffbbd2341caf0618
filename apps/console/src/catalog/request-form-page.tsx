import type { CatalogItem } from "@opsplane/contract";
import { IconBan } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { Crumbs } from "../ui/crumbs.tsx";
import { Face } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "../ui/record-page.module.css";
import { firstInputs } from "../ui/schema-form/inputs.ts";
import { SchemaFields } from "../ui/schema-form/schema-fields.tsx";
import { useCatalogItem } from "./queries.ts";
import { RequestForm } from "./request-form.tsx";
import { hoursWords } from "./words.ts";

const route = getRouteApi("/catalog/$id");

export function RequestFormPage() {
  const { id } = route.useParams();
  const can = useCan();
  const item = useCatalogItem(id, can("itsm:read"));
  if (!can("itsm:read")) return <ForbiddenPage title="Request" needs="itsm:read" />;
  if (item.error && (item.error.status === 404 || item.error.status === 422)) return <Missing />;
  return (
    <div className={classes.page}>
      <QueryFace query={item}>
        {(found) => <Loaded key={found.id} item={found} mayWrite={can("itsm:write")} />}
      </QueryFace>
    </div>
  );
}

function Loaded({ item, mayWrite }: { item: CatalogItem; mayWrite: boolean }) {
  return (
    <>
      <Crumbs
        parent={
          <TextLink to="/catalog" size="sm" c="dimmed">
            Catalog
          </TextLink>
        }
      >
        <span>{item.category || "Other"}</span>
      </Crumbs>
      <PageHeader
        title={item.name}
        actions={
          mayWrite ? (
            <ButtonLink to="/catalog/$id/edit" params={{ id: item.id }} variant="default">
              Edit
            </ButtonLink>
          ) : null
        }
      />
      <div className={classes.columns} style={{ marginTop: 10 }}>
        <div className={classes.main}>
          {item.description ? (
            <Panel title="About">
              <Markdown source={item.description} />
            </Panel>
          ) : null}
          <Panel title="Request details">
            <Ask item={item} mayWrite={mayWrite} />
          </Panel>
        </div>
        <Panel title="What happens next">
          <WhatHappens item={item} />
        </Panel>
      </div>
    </>
  );
}

function Ask({ item, mayWrite }: { item: CatalogItem; mayWrite: boolean }) {
  if (!item.enabled)
    return (
      <Face icon={<IconBan size={20} />} title="Currently unavailable">
        This item is disabled.
      </Face>
    );
  if (mayWrite) return <RequestForm item={item} />;
  return (
    <>
      <p className="dim" style={{ margin: "0 0 12px" }}>
        You need the <code className="mono">itsm:write</code> permission to submit requests. Preview:
      </p>
      <fieldset disabled style={{ margin: 0, padding: 0, border: 0 }}>
        <SchemaFields form={item.form} inputs={firstInputs(item.form)} problems={{}} onChange={() => undefined} />
      </fieldset>
    </>
  );
}

function WhatHappens({ item }: { item: CatalogItem }) {
  return (
    <dl className={classes.facts}>
      <dt>Approval</dt>
      <dd>
        {item.workflow_definition_name && item.workflow_definition_id ? (
          <TextLink size="sm" to="/settings/approval-chains/$id" params={{ id: item.workflow_definition_id }}>
            {item.workflow_definition_name}
          </TextLink>
        ) : (
          "Not required"
        )}
      </dd>
      <dt>Fulfillment</dt>
      <dd>{item.fulfillment_type === "runbook" ? "Automatic (runbook)" : "Manual"}</dd>
      <dt>Target</dt>
      <dd>
        {item.target_hours === null ? (
          <span className="dim">No target</span>
        ) : (
          `Within ${hoursWords(item.target_hours)}`
        )}
      </dd>
    </dl>
  );
}

function Missing() {
  return (
    <NotFound title="Catalog item not found">
      <ButtonLink to="/catalog" variant="default">
        The catalog
      </ButtonLink>
    </NotFound>
  );
}
