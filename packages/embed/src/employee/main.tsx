/**
 * The employee embed: who the employee is, the tax file number, the super fund. `screens.ts` says which screen a view shows;
 * each screen is a file here.
 */
import { makeEmbed } from "../frame/embed.ts"
import { mount } from "../frame/mount.tsx"
// The build takes those of the page's language.
import { words } from "../texts/en/employeeWords.ts"
import { EmployeeApp } from "./EmployeeApp.tsx"
import { messagesOf } from "./messages.ts"
import type { EmployeeView } from "./screens.ts"

const embed = makeEmbed<EmployeeView>({
  app: "onboarding",
  viewIn: (view) => ("collected" in view ? view : undefined),
  fetchView: (api, params) => api.GET("/embed-api/v1/onboarding", { params: { ...params } }),
  viewChanged: (host, view, before) => {
    for (const { data, kind } of messagesOf(view, before)) host.post(kind, data)
  }
})

void mount(embed, (view) => <EmployeeApp view={view} />, words)
