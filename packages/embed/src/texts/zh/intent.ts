import type { Words } from "../en/index.ts"

export const intent: Words["intent"] = {
  steps: { who: "员工", job: "工作", ask: "询问内容", review: "核对" },
  fields: {
    given_name: "名",
    family_name: "姓",
    email: "邮箱",
    phone_number: "手机",
    remote_id: "员工编号",
    start_date: "入职日期",
    pay_basis: "工作类型",
    pay_frequency: "发薪频率",
    job_title: "职位"
  },
  blocked: {
    title: "请先选择默认基金",
    text: "然后即可添加员工。",
    elsewhere: (partner) => `养老金设置在 ${partner} 中。`,
    open: "打开养老金设置"
  },
  who: {
    title: "谁要入职？",
    hint: "其余信息由员工自己填写。",
    single: "只有一个名字",
    singleName: "姓名",
    emailHint: "员工的个人邮箱，不是工作邮箱。",
    numberHint: (partner) => `员工在 ${partner} 中的编号（如有）。`,
    fixed: (partner) => `由 ${partner} 设置。`
  },
  job: { title: "工作信息", dateHint: "例如：1 12 2026", chooseFrequency: "请选择频率" },
  bases: { full_time: "全职", part_time: "兼职", casual: "临时工", labour_hire: "劳务派遣" },
  frequencies: {
    weekly: "每周",
    fortnightly: "每两周",
    four_weekly: "每四周",
    twice_monthly: "每月两次",
    monthly: "每月",
    quarterly: "每三个月",
    irregular: "不固定"
  },
  ask: {
    title: "需要向员工询问什么？",
    legend: "我们会询问",
    workflows: {
      standard_onboarding: { label: "入职所需的全部信息", hint: "身份、住址、税务和养老金。" }
    }
  },
  review: {
    title: "核对并发送",
    asked: "我们会询问员工的身份、住址和养老金去向。",
    noTfn: "我们不会向您索取员工的税号，由员工自己提供。",
    send: (partner) => `发送给 ${partner}`
  },
  done: {
    title: "已完成",
    text: (partner, name) => `${partner} 会邀请 ${name}。`,
    next: "员工会在手机上填写其余信息。您无需再做任何事。"
  },
  ended: {
    title: "此表格已关闭",
    cancelled: (partner) => `已在 ${partner} 中停止。`,
    expired: (day) => `已于 ${day} 关闭。`,
    help: (partner) => `如需添加此员工，请在 ${partner} 中重新开始。`
  }
}
