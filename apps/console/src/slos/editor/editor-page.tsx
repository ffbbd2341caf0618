import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import form from "../../ui/preview-form.module.css";
import { QueryFace } from "../../ui/query-face.tsx";
import { useSlo } from "../queries.ts";
import { MissingSlo } from "../slo-page.tsx";
import { newDraft } from "./slo-draft.ts";
import { SloEditor } from "./slo-editor.tsx";

const newRoute = getRouteApi("/slos/new");
const editRoute = getRouteApi("/slos/$id/edit");

/** `?service=` fills in the service. */
export function NewSloPage() {
  const { service = "" } = newRoute.useSearch();
  if (!useCan()("slos:write")) return <ForbiddenPage title="New SLO" needs="slos:write" />;
  return (
    <EditorFrame title="New SLO" crumb="New">
      <SloEditor slo={undefined} start={{ ...newDraft, service }} />
    </EditorFrame>
  );
}

export function EditSloPage() {
  const { id } = editRoute.useParams();
  const mayWrite = useCan()("slos:write");
  const slo = useSlo(id, mayWrite);
  if (!mayWrite) return <ForbiddenPage title="SLO" needs="slos:write" />;
  if (slo.error?.status === 404 || slo.error?.status === 422) return <MissingSlo />;
  return (
    <EditorFrame title={slo.data ? `Edit ${slo.data.name}` : "SLO"} crumb="Edit">
      <QueryFace query={slo}>{(found) => <SloEditor key={found.id} slo={found} start={newDraft} />}</QueryFace>
    </EditorFrame>
  );
}

function EditorFrame({ title, crumb, children }: { title: string; crumb: string; children: ReactNode }) {
  return (
    <div className={form.page}>
      <Crumbs
        parent={
          <TextLink to="/slos" size="sm" c="dimmed">
            SLOs
          </TextLink>
        }
      >
        <span>{crumb}</span>
      </Crumbs>
      <PageHeader title={title} />
      {children}
    </div>
  );
}
