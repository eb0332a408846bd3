import { globSync } from "node:fs"
import type { BuiltSite } from "./builtSite.ts"

/** Made by Redocly, and looked at apart. */
export const references = ["partner-api", "fund-api", "webhooks", "simulator-api"].map(
  (name) => `/docs/reference/${name}/`
)

/** Every page that there is. */
export const allPages = (site: BuiltSite) =>
  globSync("**/*.html", { cwd: site.folder }).map((file) => `/docs/${file.replace(/index\.html$/, "")}`)

/** Every page but Redocly's. */
export const ownPages = (site: BuiltSite) => allPages(site).filter((path) => !references.includes(path))
