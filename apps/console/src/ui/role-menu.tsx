import { Button, Menu } from "@mantine/core";
import type { User } from "@opsplane/contract";
import { IconChevronDown } from "@tabler/icons-react";

interface RoleMenuProps {
  user: Pick<User, "name" | "role">;
  roles: readonly string[];
  pending: boolean;
  /** Called for another role than the present one. */
  onChoose: (role: string) => void;
}

/** A person's role, and a menu to change it. */
export function RoleMenu({ user, roles, pending, onChoose }: RoleMenuProps) {
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          ml={-8}
          loading={pending}
          rightSection={<IconChevronDown size={13} aria-hidden="true" />}
          aria-label={`Role of ${user.name}: ${user.role}`}
        >
          {user.role}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {roles.map((role) => (
          <Menu.RadioItem
            key={role}
            value={role}
            checked={role === user.role}
            closeMenuOnClick
            onChange={() => role !== user.role && onChoose(role)}
          >
            {role}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
