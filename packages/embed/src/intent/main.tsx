import type { Schemas } from "../frame/api.ts"
import { makeEmbed } from "../frame/embed.ts"
import { mount } from "../frame/mount.tsx"

const embed = makeEmbed<Schemas["EmbedIntent"]>({
  app: "intent",
  viewIn: (view) => ("job" in view ? view : undefined),
  // Nothing polls this view.
  fetchView: (api) => api.GET("/embed-api/v1/intent")
})

void mount(embed, () => null)
