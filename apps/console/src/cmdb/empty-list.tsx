import { Code } from "@mantine/core";
import { IconTopologyStar3 } from "@tabler/icons-react";
import { Face } from "../ui/faces.tsx";
import { NewItemButton } from "./new-item-button.tsx";

export function EmptyList() {
  return (
    <Face icon={<IconTopologyStar3 size={20} />} title="No configuration items yet" actions={<NewItemButton />}>
      Start with one service and what it runs on, then connect the two to see impact. Or import with an API key:
      <Code block mt="sm" ta="left" tabIndex={0}>
        {`curl -X POST ${window.location.origin}/api/cmdb/items \\
  -H "authorization: Bearer $KEY" -H "x-tenant-id: $TENANT" \\
  -H "content-type: application/json" \\
  -d '{"name":"db-1","class":"database","environment":"production"}'`}
      </Code>
    </Face>
  );
}
