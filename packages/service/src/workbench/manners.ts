import type { ServerManners } from "@embedded-super/http-manners"
import { isOfWorkbench, workbenchPages } from "./pages/frame.ts"

/** The server's behaviour with the Workbench: its pages are known, and its answers are neither logged nor noted. */
export const withWorkbench = (manners: ServerManners): ServerManners => ({
  ...manners,
  pages: [...(manners.pages ?? []), ...workbenchPages],
  isQuiet: isOfWorkbench
})
