import { IconFileUnknown } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../session/context.tsx";
import { Crumbs } from "../ui/crumbs.tsx";
import { Face } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "../ui/record-page.module.css";
import { DefinitionEditor } from "./definition-editor.tsx";
import { DefinitionFacts } from "./definition-facts.tsx";
import { useDefinition } from "./queries.ts";
import { VersionsPanel } from "./versions-panel.tsx";

const route = getRouteApi("/settings/approval-chains/$id");

/** The id `new` creates a chain. */
export function DefinitionPage() {
  const { id } = route.useParams();
  const can = useCan();
  const fresh = id === "new";
  const mayWrite = can("workflows:write");
  const definition = useDefinition(id, !fresh && can("workflows:read"));
  const needs = fresh ? "workflows:write" : "workflows:read";
  if (!can(needs)) return <ForbiddenPage title="Approval chain" needs={needs} />;
  const gone = definition.error?.status === 404 || definition.error?.status === 422;
  return (
    <div className={classes.page}>
      <Crumbs
        parent={
          <TextLink to="/settings/approval-chains" size="sm" c="dimmed">
            Approval chains
          </TextLink>
        }
      >
        <span>{fresh ? "New" : (definition.data?.name ?? "…")}</span>
      </Crumbs>
      <PageHeader
        title={fresh ? "New approval chain" : (definition.data?.name ?? "Approval chain")}
        note={definition.data ? `version ${definition.data.version}` : undefined}
      />
      {fresh ? (
        <DefinitionEditor definition={undefined} />
      ) : gone ? (
        <Missing />
      ) : (
        <QueryFace query={definition}>
          {(found) =>
            mayWrite ? (
              <DefinitionEditor key={found.id} definition={found} aside={<VersionsPanel id={found.id} />} />
            ) : (
              <div className={classes.columns} style={{ marginTop: 10 }}>
                <DefinitionFacts definition={found} />
                <VersionsPanel id={found.id} />
              </div>
            )
          }
        </QueryFace>
      )}
    </div>
  );
}

function Missing() {
  return (
    <Face
      icon={<IconFileUnknown size={20} />}
      title="Approval chain not found"
      actions={
        <ButtonLink to="/settings/approval-chains" variant="default">
          View all approval chains
        </ButtonLink>
      }
    >
      It may have been deleted. Past approvals keep their steps.
    </Face>
  );
}
