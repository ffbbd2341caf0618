import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useWorkflow } from "../queries.ts";
import { Builder } from "./builder.tsx";

const newRoute = getRouteApi("/workflows/new");
const route = getRouteApi("/workflows/$id");

export function NewWorkflowPage() {
  const { form } = newRoute.useSearch();
  const navigate = newRoute.useNavigate();
  if (!useCan()("automation:write")) return <ForbiddenPage title="New workflow" needs="automation:write" />;
  return (
    <Builder
      workflow={undefined}
      form={form}
      onForm={(next) => void navigate({ search: { form: next }, replace: true })}
    />
  );
}

export function WorkflowPage() {
  const { id } = route.useParams();
  const { form } = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const workflow = useWorkflow(id, can("automation:read"));
  if (!can("automation:read")) return <ForbiddenPage title="Workflow" needs="automation:read" />;
  if (workflow.error?.status === 404 || workflow.error?.status === 422) return <Missing />;
  return (
    <QueryFace query={workflow}>
      {(found) => (
        <Builder
          key={found.id}
          workflow={found}
          form={form}
          onForm={(next) => void navigate({ search: { form: next }, replace: true })}
        />
      )}
    </QueryFace>
  );
}

function Missing() {
  return (
    <NotFound title="Workflow not found">
      <ButtonLink to="/workflows" variant="default">
        View all workflows
      </ButtonLink>
    </NotFound>
  );
}
