import { withoutQuotes } from "./quotes.ts";

/**
 * Signs that a text tells something of the speaker's own world that will matter later, and signs that it claims nothing
 * at all. Each is one a reader would name: a change in someone's life, a standing arrangement, a date ahead, something
 * that does not work, what is the speaker's own.
 */

const DAY =
  "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|mornings?|evenings?|nights?|days?|weeks?|months?|years?|time|(?:other|second|third) \\p{L}+";
/** Holds again and again, or from now on. */
const STANDS = new RegExp(
  `\\b(?:every(?: single)? (?:${DAY})|each (?:${DAY})|(?:on|all) (?:${DAY})s\\b|on (?:mon|tues|wednes|thurs|fri|satur|sun)days\\b|always|never|from now on|(?:in|for) (?:the )?future|going forward|any ?more|no longer|as a rule|usually|by default|whenever|(?:work|working|free|closed|open|off) (?:mon|tues|wednes|thurs|fri|satur|sun)days)\\b|每(?:天|日|周|个?月|年|次|个|晚|隔)|以后|今后|一直|总是|从来不|从不|不再|再也不|别再|永远|统一|一定要|长期|一律|平时|通常|习惯|从(?:今|现在|明|下).{0,8}(?:起|开始)`,
  "iu",
);

const OWN_EN = /\b(?:I|I['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll)|my|our|us|me|mine|ours)\b/iu;
const OWN_ZH = /我|咱|俺|(?:^|[，,。；\s])家里|老(?:公|婆)/u;
/** Told of the speaker, their people or their things. */
const isOwn = (text: string): boolean => OWN_EN.test(text) || OWN_ZH.test(text);

/** A turn in someone's life or work, which stays so until the next. */
const CHANGE =
  /\b(?:mov(?:ed|ing)|switched|chang(?:ed|es|ing)|quit|resigned|retir(?:ed|ing)|gave up|given up|(?:stopped|started|starting|finished|began|begun) \p{L}+|start(?:ed|ing)? (?:at|on|to|from|in)|lost my|broke (?:up|my)|split up|divorc\w+|separated|passed away|died|(?:was|were|been|got|getting) (?:born|fired|laid off|hired|promoted|accepted|married|engaged|adopted|diagnosed|robbed|evicted|charged|rejected)|(?:we|I)(?:['’]ve| have)? (?:decided|agreed|bought|sold|adopted|joined|signed|booked|chose|chosen|hired|founded|inherited|learned|learnt|broke|told|came out)|(?:been|be) (?:sober|together|clean|unemployed|vegan|out of work)|raised me|adopted|pregnan\w+|due (?:in|on|date)|break-in|grew up|expecting|have(?:n['’]t| not) spoken|(?:report|belongs?|goes?|go|lead|leads) to|runs? out|expires?|on-call|(?:is|are) (?:now |going to be )?called|is spelled|moves? in|prescribed|treat(?:s|ed)? me|(?:I|we)(?:['’](?:m|re)| am| are) with (?-i:\p{Lu})[\p{L}\d&.-]+ now|(?:I|we) (?:drive|use|ride|cycle|bike|walk|commute|take|bank|rent|wear|study|play|drink|eat) [^.,;!?]{1,40} now)\b|我们?(?:现在|如今|目前)(?:改)?(?:用|骑|戴|学|练|住|开(?![会始门车心完店]))[^，。！？]{1,10}了|(?:换(?:成|了|到|手机|工作|号|人)|搬(?:到|去|家|了)|辞职|离职|裁员|失业|入职|升职|跳槽|分手|离婚|结婚|订婚|去世|过世|(?:走|不在)了(?=[，,。]|$)|出生|买了|卖了|领养|收养|养(?:了|的|着)|考上|上岸|录取|毕业|退休|怀孕|预产期|确诊|骨折|住院|改(?:成|到|为|在|上|了)|开始|带大|戒|变更|打算|准备(?:考|去|搬|换|买|辞|申请)|到期|实行|当(?:了|上)?(?:护士|医生|老师|.{0,4}[员师长])|读|面签|出差|报名)/iu;
/** A date or hour of something ahead or agreed. */
const DATED =
  /\b(?:(?:on|at|by|until|till|before|after|from|for|this|next|to|the) (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:on|in|by|until|of|since|from|this|next|before|after|is|it['’]s) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:january|february|march|april|june|july|august|september|october|november|december|4 may|may(?= \d))|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|\d{1,2}(?:st|nd|rd|th)\b|(?:next|this|coming) (?:week|month|year|spring|summer|autumn|winter|fall)|(?:tomorrow|next \p{L}+day) (?:at|morning|afternoon|evening)|at (?:\d{1,2}(?::\d{2})?|half|noon|midnight)|\d{1,2} ?(?:am|pm)|(?:january|february|march|april|june|july|august|september|october|november|december)$)|(?:明年|后年|下(?:个?月|周|星期|礼拜)|明天|后天|大后天|周[一二三四五六日末天]|星期[一二三四五六日天]|礼拜[一二三四五六日天]|\d+月|[一二三四五六七八九十]+月[一二三四五六七八九十\d初]|[\d一二三四五六七八九十]+[号日](?!线)|[\d一二三四五六七八九十两]+点)/iu;
/** It does not work, has not come, is wrong: what a desk has to know. */
const TROUBLE =
  /\b(?:broke(?:n)?|leak(?:s|ed|ing)?|crash(?:es|ed|ing)?|fail(?:s|ed|ing)|hang(?:s|ing)?|lock(?:ed|s) (?:me |us )?out|(?:does|do|did|has|have|is|was|will|wo|can|could)(?:n['’]t| not) (?:arrived?|work(?:ing)?|turn|start(?:ed)?|load|come|came|help|read|open|print|charge|connect|sync|log)|still has(?:n['’]t| not)|never (?:arrived|came)|(?:shows?|says?|get(?:s|ting)?|got) (?:an? |the )?error|error (?:code )?[A-Z]?-?\d+|charged (?:me |us )?twice|missing|wrong (?:size|colou?r|item|address|amount|name)|damaged|stuck|defective|already tried|keeps? \p{L}+ing|delayed|lost (?:in|my|the) (?:post|parcel|package|luggage)|(?:bug|cause|problem|reason|issue|culprit|fix) was|caused by|fixed it)\b|(?:没有?(?:声音|反应|收到|到货|发货|显示|信号)|坏了|开不了机|打不开|用不了|连不上|登(?:录)?不(?:上|了)|漏(?:水|电)|掉毛|碎了|裂了|少了|发错|寄错|扣了两次|重复扣款|错误码|报错\d|闪退|死机|卡住|丢了|不想再?换货|只要退款|显示成)/iu;

/** What all or none of the speaker's own people do: a rule of the house, however it is put. What they did once is not. */
const HOUSEHOLD =
  /\b(?:no[- ]?(?:one|body)|none|everyone|everybody|neither|both|all|most|half|not (?:one|everyone|everybody)) (?:in|of|at|on) (?:(?:our|my) \p{L}+|us)(?: here)?,? (?:(?:ever|really|can|can['’]t|cannot|does|do|does(?:n['’]t| not)|do(?:n['’]t| not)|will|won['’]t) )*(?!\p{L}+ed\b|(?:was|were|had|went|did|got|saw|came|knew|said|thought|ate|drank|took|made|left|slept|won|lost)\b)\p{L}+|(?:我们?家里?|咱们?家里?|家里|我们?(?:公司|团队|组里?|部门|班|宿舍|办公室|一家|全家|夫妻))(?:.{0,4})(?:没有?(?:一个)?人|谁[都也]不|人人|大家都?|每个人都?|所有人都?|全都?|个个|一个[都也]不)(?!.*[了过][。！!]*$)/iu;

/** Why something went wrong together with what put it right. */
const CAUSE_AND_CURE =
  /\b(?:because|caused by|due to|(?:cause|reason|culprit|problem) (?:was|is))\b.{3,}[,;.—–-]\s*.*\b(?:fix(?:ed|es)|solv(?:ed|es)|resolv(?:ed|es)|helped|did the trick|works? (?:now|again|fine)|cured)\b|(?:是因为|因为|原因是|由于|是.{1,12}(?:导致|引起|造成)的?).{2,}(?:就(?:好|行|可以|没事|正常|能用|解决|不报错)了?|解决了|搞定了?|恢复了?|正常了)/iu;

/** The speaker's own thing or person, and what it is, has or does; how it looks just now is not meant. */
const POSSESSION =
  /\b(?:my|our) (?:\p{L}+[\s-]){1,4}?(?:is|are|uses?|lives?|runs?|returns?|has|have|speaks?|reads?|needs?|only|was|were|expires?|deploys?|can(?:['’]t|not| only)?|does(?:n['’]t| not)?|do(?:n['’]t| not)|stopped|keeps?)\b(?! (?:so|very|really|too|just|killing|empty|great|fine|cold|hot|full|tired|lovely|amazing|terrible|awful|gorgeous|nice|beautiful)\b)|\b(?:we|I) (?:only |mostly |also |currently )?(?:use|have|own|run|keep|prefer|need|want|write|deploy|host|report|travel|get|go|train|sleep)\b(?! (?:to say|to know|it|that|this|you|no idea|a (?:question|second|minute|feeling)|to go|to think)\b)|\bI(?:['’]m| am) (?:the (?:only|new|first)|an? \p{L}|on the|in the|from|based|training|trying|planning|saving|learning|studying|working|allergic|scared|afraid|colou?r)\b|\bI(?:['’]d| would) (?:like to|rather|prefer)\b|\b(?:I|we) can(?:['’]t|not| only)\b|\b(?:I|we)(?:['’]ve| have) (?:never|always|been|had)\b|我们?(?:家|公司|团队|部门|组|爸妈?|妈|女儿|儿子|孩子|老婆|老公|妻子|丈夫|外[公婆]|爷爷|奶奶|姥[姥爷]|的.{1,6}|这边|一行).{0,6}(?:是|叫|在|有|用|住|都?\d|[一二三四五六七八九十]|当|上|不|喜|改|只|变|姓|走|去|搬|刚|今年)|我(?:有|怕|最怕|晕|只|习惯|prefer|用|在.{1,12}(?:做|当|工作|读|学)|(?:不|没)(?:住|喝|吃|开车|方便|喜欢|用|会))/iu;

/** How something is reached, done or kept: useful to whoever does it again. */
const ARRANGEMENT =
  /\b(?:(?:have|has|need|needs) to \p{L}+|must|only \p{L}+ can|can only|make sure|otherwise|the (?:key|password|code|wifi|address|contract|car|plumber|landlord|database|server|invoice|project|lease)\b.{0,30}\b(?:is|are|ends?|was|rotates?)|(?:goes|go|deploys?|runs?) (?:through|on|via|to|in)|our \p{L}+ (?:uses|returns|runs)|instead(?: of)?|rather than|not (?:in|on|to) \p{L}+$)\b|(?:要求|规范|必须|得先|要先|一定要|先.{1,14}(?:再|才|后)|在(?:老地方|.{1,10}里)|窗口|地址(?:是|以后|都)|不是.{1,12}$|只能|不要.{0,4}(?:安排|推荐|用|发|夹|排|有)|不想(?:再)?|不方便|超过|以内)/iu;

/** What is seen, felt or done this minute and gone the next. */
const MOOD =
  /\b(?:ugh+|ooo+f*|ahh+|aww+|omg+|lol|lma+o+|haha\w*|wow|meh|brb|right now|at the moment|for now|just now|this (?:morning|afternoon|evening)|tonight|today i(?:['’]m| am| feel)|in a bit|later|tired|bored|hungry|sleepy|frustrat\w+|ridiculous|hilarious|gorgeous|pretty|lovely|awful|lonely|whatever|guess what|never mind|fun|had (?:a |some |such a )?(?:nice|good|great|lovely|quiet) \p{L}+|feel(?:s|ing)? (?:kind of |so |really |a bit )?\p{L}+)\b|哈哈|呵呵|哇|啊啊|唉|哎呀|哼|好(?:累|困|饿|烦|吵|美|难过|无聊|想)|(?:太|真|好)\p{Script=Han}{1,3}(?:了|啊|吧)|今天(?:就是|好|很|真|有点)|现在|此刻|刚刚|我刚|疯了|服了|难过|堵得|算了|离谱|无聊/iu;

/** Names and figures that can be asked for again. */
const DETAIL = /\d|[\p{Ll}\p{N},)]\s+\p{Lu}\p{Ll}|《/u;

/** Only supposed, made up, or meant the other way round. */
const UNREAL: readonly RegExp[] = [
  /^(?:what if|imagine|suppose|supposing|let['’]?s (?:pretend|imagine|say)|pretend|picture this)\b/iu,
  /^if (?:I|we|you|he|she|they|my)\b.*\b(?:would|['’]d|could|might|were)\b/iu,
  /\bI (?:wish|would have|could have)\b/u,
  /^(?:in (?:the|my|this|his|her) (?:\p{L}+ )?(?:novel|story|book|film|movie|game|show|play|series|tale|comic|dream)\b|(?:my|the) (?:character|narrator|protagonist|hero|heroine|villain)\b)/iu,
  /^(?:oh|yeah|wow|sure|ah|well)?,? ?(?:great|sure|right|wonderful|brilliant|fantastic|amazing|joy|lovely|perfect|wow)(?:,| service| job| work)? (?:another|because|as always|as usual|just what|now|thanks for nothing|.*as always)/iu,
  /^(?:如果|要是|假如|假设|假使|倘若|万一)(?!.*(?:[就请]|，)(?:请|你|打|发|联系|提醒|叫|别|不要|告诉|帮|改))/u,
  /^(?:(?:小说|电影|电视剧|剧本?|故事|动画|漫画|游戏|书)(?:里|中)|(?:主角|女主|男主|主人公|角色))/u,
  /^(?:真(?:行|棒|厉害|牛|好|有你的)|可以啊|呵呵)[，,]|可(?:真|太)\p{Script=Han}{1,6}了|真是[“"][^”"]{1,4}[”"]|^是是是/u,
];

/** True for what nobody claims: a supposition, a story, irony. */
export function isUnreal(text: string): boolean {
  const said = text.trim();
  return UNREAL.some((pattern) => pattern.test(said));
}

/** True for a mood or a remark on the moment. */
export function isMood(text: string): boolean {
  return MOOD.test(text);
}

/** True when it is to hold again and again, or from now on. */
export function standsFromNowOn(text: string): boolean {
  return STANDS.test(text);
}

/**
 * How many signs there are that the text tells of the speaker's world, quotations left out. A turn in the speaker's own life, a
 * date of their own, a rule of their house and a cause with its cure count twice.
 */
export function signs(text: string): number {
  const said = withoutQuotes(text);
  const own = isOwn(said);
  const found = [
    STANDS.test(said) && (own || /^\p{L}/u.test(said)) && !/^(?:you|he|she|they)\b/iu.test(said),
    CHANGE.test(said) && (own || DETAIL.test(said)),
    CHANGE.test(said) && own,
    DATED.test(said),
    DATED.test(said) && own,
    TROUBLE.test(said),
    HOUSEHOLD.test(said),
    HOUSEHOLD.test(said),
    CAUSE_AND_CURE.test(said),
    CAUSE_AND_CURE.test(said),
    POSSESSION.test(said),
    ARRANGEMENT.test(said),
    DETAIL.test(said),
  ];
  return found.filter(Boolean).length;
}
