import type { NameSource } from "./name-source.ts";

/** Languages in other scripts, with the Latin spelling for e-mail addresses. */
export const scriptNames: readonly NameSource[] = [
  {
    given:
      "Ουρανία=ourania Γιώργος=giorgos Ελένη=eleni Νίκος=nikos Αικατερίνη=aikaterini Στέλιος=stelios Χρυσή=chrysi Ιωάννης=ioannis",
    family:
      "Παπαδοπούλου=papadopoulou Οικονόμου=oikonomou Γεωργίου=georgiou Μακρής=makris Βασιλείου=vasileiou Δημητρίου=dimitriou Ξένος=xenos",
  },
  {
    given:
      "Олена=olena Дмитро=dmytro Юлія=yuliia Їжак=yizhak Сергей=sergey Анастасия=anastasia Ёлка=yolka Бојана=bojana Георги=georgi Щербина=shcherbyna",
    family:
      "Шевченко=shevchenko Коваленко=kovalenko Їжакевич=yizhakevych Иванова=ivanova Щукин=shchukin Љубић=ljubic Ђокић=djokic Стоянов=stoyanov Ґалаґан=galagan",
  },
  {
    given:
      "نور_الدين=nour فاطمة=fatima محمد=mohamed ليلى=layla أحمد=ahmed مريم=mariam یوسف=yousef زهرا=zahra عبد_الرحمن=abdelrahman هدى=huda",
    family:
      "عكّاشة=okasha العكّاري=akkari المصري=masri حدّاد=haddad الخطيب=khatib رضایی=rezaei کریمی=karimi بن_سالم=bensalem الشامي=shami",
  },
  {
    given: "אביגיל=avigail יוסף=yosef נועה=noa דוד=david שירה=shira איתי=itai תמר=tamar אלון=alon",
    family: "בן־דוד=bendavid כהן=cohen לוי=levi מזרחי=mizrahi פרץ=peretz ביטון=biton שפירא=shapira",
  },
  {
    given:
      "कमला_देवी=kamala आरव=aarav प्रिया=priya विक्रम=vikram सीता=sita अर्जुन=arjun लक्ष्मी=lakshmi ऋषि=rishi",
    family:
      "भट्टाचार्य=bhattacharya शर्मा=sharma पटेल=patel सिंह=singh त्रिपाठी=tripathi जोशी=joshi गुप्ता=gupta",
  },
  {
    given:
      "雨桐=yutong 子涵=zihan 浩然=haoran 梓萱=zixuan 伟=wei 芳=fang 秀英=xiuying 志強=zhiqiang 詩涵=shihan 俊=jun",
    family: "王=wang 李=li 張=zhang 刘=liu 陳=chen 杨=yang 黃=huang 欧阳=ouyang 司馬=sima 周=zhou",
    order: "family-first",
    separator: "",
  },
  {
    given:
      "さくら=sakura 結衣=yui 蓮=ren 陽菜=hina 大翔=hiroto ユキ=yuki 美咲=misaki 健太=kenta 葵=aoi 翔太=shota",
    family:
      "岡本=okamoto 山本=yamamoto 佐藤=sato 鈴木=suzuki 高橋=takahashi 髙田=takada 渡邉=watanabe 小野寺=onodera 林=hayashi",
    order: "family-first",
  },
  {
    given:
      "서준=seojun 민서=minseo 하윤=hayun 지우=jiwoo 도윤=doyun 수아=sua 예은=yeeun 현우=hyunwoo",
    family: "김=kim 이=lee 박=park 최=choi 정=jung 강=kang 조=cho 남궁=namgung",
    order: "family-first",
  },
  {
    given:
      "สมชาย=somchai มาลี=malee กิตติพงษ์=kittipong ณัฐธิดา=natthida ปิยะ=piya วรรณา=wanna ชัยวัฒน์=chaiwat",
    family:
      "ศรีสุวรรณ=srisuwan แสงทอง=saengthong บุญมี=boonmee วงศ์ใหญ่=wongyai ทองดี=thongdee จันทร์เพ็ญ=chanphen",
  },
];
