/**
 * Latin forms of frequent surnames that no table of single characters contains. A Japanese reading belongs to the whole
 * surname; the Latin form of a Korean surname is a custom and does not follow the romanization rules.
 */
const japanese = `
佐藤=sato 鈴木=suzuki 高橋=takahashi 髙橋=takahashi 田中=tanaka 渡辺=watanabe 渡邊=watanabe 渡邉=watanabe 渡部=watanabe 伊藤=ito
伊東=ito 山本=yamamoto 中村=nakamura 小林=kobayashi 加藤=kato 吉田=yoshida 山田=yamada 佐々木=sasaki 山口=yamaguchi 松本=matsumoto
井上=inoue 木村=kimura 林=hayashi 清水=shimizu 斎藤=saito 斉藤=saito 齋藤=saito 齊藤=saito 山崎=yamazaki 山﨑=yamazaki 中島=nakajima
森=mori 阿部=abe 安部=abe 池田=ikeda 橋本=hashimoto 石川=ishikawa 山下=yamashita 小川=ogawa 石井=ishii 長谷川=hasegawa
後藤=goto 岡田=okada 近藤=kondo 前田=maeda 藤田=fujita 遠藤=endo 青木=aoki 坂本=sakamoto 村上=murakami 太田=ota
大田=ota 金子=kaneko 藤井=fujii 福田=fukuda 西村=nishimura 三浦=miura 竹内=takeuchi 中川=nakagawa 岡本=okamoto 松田=matsuda
原田=harada 中野=nakano 小野=ono 田村=tamura 藤原=fujiwara 中山=nakayama 石田=ishida 小島=kojima 和田=wada 森田=morita
内田=uchida 柴田=shibata 酒井=sakai 原=hara 高木=takagi 横山=yokoyama 安藤=ando 宮崎=miyazaki 上田=ueda 島田=shimada
工藤=kudo 大野=ono 宮本=miyamoto 杉山=sugiyama 今井=imai 丸山=maruyama 増田=masuda 高田=takada 髙田=takada 村田=murata
平野=hirano 大塚=otsuka 菅原=sugawara 武田=takeda 新井=arai 小山=koyama 野口=noguchi 桜井=sakurai 櫻井=sakurai 千葉=chiba
岩崎=iwasaki 佐野=sano 谷口=taniguchi 上野=ueno 松井=matsui 河野=kono 市川=ichikawa 渡会=watarai 小野寺=onodera 永井=nagai
木下=kinoshita 野村=nomura 菊地=kikuchi 菊池=kikuchi 古川=furukawa 大西=onishi 浜田=hamada 濱田=hamada 久保=kubo 本田=honda
黒田=kuroda 水野=mizuno 樋口=higuchi 矢野=yano 福島=fukushima 関=seki 大久保=okubo 西田=nishida 川口=kawaguchi 星野=hoshino
`;

/** For example Kim, Lee and Park; the rules would give Gim, I and Bak. */
const korean = `
김=kim 이=lee,yi,rhee 박=park,pak 최=choi 정=jung,chung,jeong 강=kang 조=cho 윤=yoon 장=chang 임=lim,im 오=oh 서=seo,suh
신=shin 권=kwon 안=ahn 류=ryu,yoo 유=yoo,yu 노=noh,roh 우=woo 구=koo 백=baek,paik 전=jun,chun 고=ko 문=moon 허=huh,heo 주=joo
심=shim 곽=kwak 성=sung 차=cha 배=bae 손=son,sohn 황=hwang 송=song 홍=hong 양=yang 한=han 남=nam 민=min
`;

/** Surnames with two characters; all other Chinese and Korean surnames have one. */
const ofTwo =
  "欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 东方 東方 夏侯 皇甫 尉迟 公孙 公孫 慕容 令狐 长孙 長孫 南宫 独孤 남궁 황보 제갈 사공 선우 독고";

const read = (source: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    source
      .trim()
      .split(/\s+/)
      .map((entry): [string, string[]] => {
        const [written = "", readings = ""] = entry.split("=");
        return [written, readings.split(",")];
      }),
  );

export const japaneseSurnames = read(japanese);
export const koreanSurnames = read(korean);
export const surnamesOfTwo: ReadonlySet<string> = new Set(ofTwo.split(" "));
