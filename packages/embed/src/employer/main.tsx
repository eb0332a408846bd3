/**
 * The employer embed: default fund, ATO connection, automations. `screens.ts` says which screen a view shows; each
 * screen is a file here.
 */
import { makeEmbed } from "../frame/embed.ts"
import { mount } from "../frame/mount.tsx"
// The build takes those of the page's language.
import { words } from "../texts/en/employerWords.ts"
import { EmployerApp } from "./EmployerApp.tsx"
import type { EmployerView } from "./screens.ts"

const embed = makeEmbed<EmployerView>({
  app: "super_settings",
  viewIn: (view) => ("ato_connection" in view ? view : undefined),
  fetchView: (api, params) => api.GET("/embed-api/v1/employer", { params: { ...params } }),
  viewChanged: (host, view, before) => {
    if (before === undefined || view.revision === before.revision) {
      if (before?.is_committed === false && view.is_committed) host.post("employerSettingsCommitted", {})
      return
    }
    host.post("employerSettingsUpdated", {})
    if (view.is_committed) host.post("employerSettingsCommitted", {})
  }
})

void mount(embed, (view) => <EmployerApp view={view} />, words)
