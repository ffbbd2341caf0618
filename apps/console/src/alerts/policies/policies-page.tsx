import { useNavigate } from "@tanstack/react-router";
import { useKeys } from "../../keys/keys.tsx";
import { useCan } from "../../session/context.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ListPage } from "../../ui/list/list-page.tsx";
import { useList } from "../../ui/list/use-list.ts";
import { alertViews } from "../views.ts";
import { policyList } from "./list.tsx";
import { NewPolicyButton } from "./new-policy-button.tsx";

export function PoliciesPage() {
  const navigate = useNavigate();
  const can = useCan();
  const create = () => void navigate({ to: "/alerts/policies/new" });
  useKeys(can("alerts:write") ? [{ keys: "N", label: "New alert policy", group: "Alert policies", run: create }] : []);
  return can("alerts:read") ? <Policies /> : <ForbiddenPage title="Alert policies" needs="alerts:read" />;
}

function Policies() {
  return (
    <ListPage
      title="Alert policies"
      list={useList(policyList)}
      actions={<NewPolicyButton />}
      views={alertViews("Policies")}
    />
  );
}
