/**
 * The intent embed: an employer starts the onboarding of an employee. `screens.ts` says which screen a view shows; each
 * screen is a file here.
 */
import { makeEmbed } from "../frame/embed.ts"
import { mount } from "../frame/mount.tsx"
// The build takes those of the page's language.
import { words } from "../texts/en/intentWords.ts"
import { IntentApp } from "./IntentApp.tsx"
import type { IntentView } from "./screens.ts"

const embed = makeEmbed<IntentView>({
  app: "intent",
  viewIn: (view) => ("job" in view ? view : undefined),
  // Nothing polls this view.
  fetchView: (api) => api.GET("/embed-api/v1/intent"),
  viewChanged: (host, view, before) => {
    const isSent = before !== undefined && before.status !== "complete" && view.status === "complete"
    if (isSent) host.post("onboardingIntentCompleted", {})
  }
})

void mount(embed, (view) => <IntentApp view={view} />, words)
