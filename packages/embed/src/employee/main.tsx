import type { Schemas } from "../frame/api.ts"
import { makeEmbed } from "../frame/embed.ts"
import { mount } from "../frame/mount.tsx"

const embed = makeEmbed<Schemas["EmbedOnboarding"]>({
  app: "onboarding",
  viewIn: (view) => ("collected" in view ? view : undefined),
  fetchView: (api, params) => api.GET("/embed-api/v1/onboarding", { params: { ...params } })
})

void mount(embed, () => null)
