import type { signIn as source } from "../en/sign-in.ts";
import type { Translated } from "../translated.ts";

export const signIn: Translated<typeof source> = {
  title: "登录 {{cluster}}",
  yourRights: "你看到的内容，取决于你自己在集群里的权限。",
  byAddress: "这台机器还有其他人使用，所以只有持有启动时输出的那个网址的人才能进入：请原样打开，一个字符都不能少。",
  token: "Bearer 令牌",
  kept: "不会出现在网址里，退出登录后即清除。",
  do: "登录",
  atProvider: "使用你的账号登录",
  out: "退出登录",
  none: "手边没有令牌？",
  problem: {
    NoToken: "这不是令牌：请原样粘贴 kubectl 输出的令牌。",
    TokenRefused: "集群不认识这个令牌：它属于另一个集群、已被吊销，或者不完整。请重新创建一个。",
    TokenExpired: "令牌已过期：请重新创建一个。",
    TooManyTries: "登录失败次数过多：请在 {{seconds}} 秒后再试。",
    ClusterSilent: "集群没有说明这是谁的令牌：请再试一次，并确认 API 服务器是否有响应。",
    CannotReview: "集群不允许检查令牌。请管理员允许创建 selfsubjectreviews。",
    LaunchRefused: "这不是本次启动的网址：请打开最后一次输出的那个。",
    NotOverTls: "不能从其他机器通过明文 http 登录：请用 https 网址打开此页面，或使用 kubectl port-forward。",
    ProviderSilent: "身份提供方没有响应：请再试一次，并确认它是否在运行。",
    ProviderDiffers: "身份提供方的名称与 Daemonscope 收到的设置不同：服务器加上 --log-level warn 会记录两者，请告诉负责运行的人。",
    ProviderRefused: "身份提供方拒绝了登录，或者没有说明你是谁：请重新登录；服务器加上 --log-level warn 会记录原因。",
    ProviderUnknown: "那次登录不是在这个浏览器里开始的，或者已经过去太久：请重新登录。",
    noAnswer: "Daemonscope 没有响应：请再试一次，并确认它是否仍在运行。",
  },
};
