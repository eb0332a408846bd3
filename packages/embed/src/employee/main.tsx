import type { Schemas } from "../frame/api.ts"
import { makeEmbed } from "../frame/embed.ts"
import { mount } from "../frame/mount.tsx"

const embed = makeEmbed<Schemas["EmbedOnboarding"]>({
  app: "onboarding",
  fetchView: (api) => api.GET("/embed-api/v1/onboarding")
})

void mount(embed, () => null)
