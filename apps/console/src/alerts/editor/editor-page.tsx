import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCan } from "../../session/context.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import form from "../../ui/preview-form.module.css";
import { QueryFace } from "../../ui/query-face.tsx";
import { MissingPolicy } from "../policies/missing-policy.tsx";
import { usePolicy } from "../policies/queries.ts";
import { draftOf, newDraft } from "./policy-draft.ts";
import { PolicyEditor } from "./policy-editor.tsx";

const newRoute = getRouteApi("/alerts/policies/new");
const editRoute = getRouteApi("/alerts/policies/$id/edit");

/** `?from=` copies another policy. */
export function NewPolicyPage() {
  const { from } = newRoute.useSearch();
  const original = usePolicy(from ?? "", from !== undefined);
  if (!useCan()("alerts:write")) return <ForbiddenPage title="New alert policy" needs="alerts:write" />;
  return (
    <EditorFrame title="New alert policy" crumb="New">
      {from === undefined ? (
        <PolicyEditor policy={undefined} start={newDraft} />
      ) : (
        <QueryFace query={original}>
          {(policy) => (
            <PolicyEditor
              key={policy.id}
              policy={undefined}
              start={{ ...draftOf(policy), name: `${policy.name} (copy)`.slice(0, 200) }}
            />
          )}
        </QueryFace>
      )}
    </EditorFrame>
  );
}

export function EditPolicyPage() {
  const { id } = editRoute.useParams();
  const mayWrite = useCan()("alerts:write");
  const policy = usePolicy(id, mayWrite);
  if (!mayWrite) return <ForbiddenPage title="Alert policy" needs="alerts:write" />;
  if (policy.error?.status === 404 || policy.error?.status === 422) return <MissingPolicy />;
  return (
    <EditorFrame title={policy.data ? `Edit ${policy.data.name}` : "Alert policy"} crumb="Edit">
      <QueryFace query={policy}>{(found) => <PolicyEditor key={found.id} policy={found} start={newDraft} />}</QueryFace>
    </EditorFrame>
  );
}

function EditorFrame({ title, crumb, children }: { title: string; crumb: string; children: ReactNode }) {
  return (
    <div className={form.page}>
      <Crumbs
        parent={
          <TextLink to="/alerts/policies" size="sm" c="dimmed">
            Alert policies
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
