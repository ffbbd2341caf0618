import { IconCircleCheck, IconInbox } from "@tabler/icons-react";
import { Face } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";

/** Each view has its own empty state. */
export function EmptyList({ filters: { scope } }: { filters: { scope: "mine" | "assigned" | "all" } }) {
  if (scope === "assigned")
    return (
      <Face
        icon={<IconCircleCheck size={20} />}
        tone="good"
        title="Nothing assigned to you"
        actions={
          <ButtonLink to="/requests" search={{ scope: "all", status: "in_fulfillment" }} variant="default">
            View requests in progress
          </ButtonLink>
        }
      >
        Requests you pick up appear here.
      </Face>
    );
  return (
    <Face
      icon={<IconInbox size={20} />}
      title={scope === "mine" ? "You haven't requested anything yet" : "No requests yet"}
      actions={
        <ButtonLink to="/catalog" variant="default">
          Open catalog
        </ButtonLink>
      }
    >
      Browse the catalog for access, equipment and services.
    </Face>
  );
}
