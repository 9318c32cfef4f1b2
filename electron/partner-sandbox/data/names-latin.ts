import type { NameSource } from "./name-source.ts";

/** Languages in Latin script, including letters that Unicode does not decompose: ø æ ł đ ð þ ß ı. */
export const latinNames: readonly NameSource[] = [
  {
    given:
      "Amelia Oliver Grace Harry Isla Jack Poppy George Freya Noah Ruby Arthur Ella Leo Ivy Oscar Rosie Theo Daisy Finn",
    family:
      "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Wright Walker Thompson White Hughes O'Brien Clarke Green Hall Wood Fletcher-Ames",
  },
  {
    given:
      "Ngozi Chidi Amara Emeka Ifeoma Tunde Folasade Obinna Adaeze Kelechi Yewande Segun Chioma Uche Temitope Babatunde",
    family:
      "Okafor Adéyẹmí Eze Okonkwo Balogun Nwosu Adebayo Chukwu Obi Afolabi Ọládélé Uzor Olawale Ibekwe Onyekachi",
  },
  {
    given:
      "Björn Åsa Øyvind Sigrid Søren Kåre Maja Lars Ingrid Æsa Håkon Linnéa Jørgen Astrid Frøya Göran Ebbe Solvår",
    family:
      "Sørensen Åkesson Bjørnstad Lindström Ødegård Kjær Håkansson Nygård Møller Sjöberg Grønvold Ærø Dahl Østberg Björk Strøm",
  },
  {
    given:
      "Þórdís Guðmundur Sigríður Þorvaldur Áslaug Hörður Ragnheiður Kristján Eyþór Guðrún Ásgeir Hróðný Óðinn Sæunn",
    family:
      "Guðmundsdóttir Þorvaldsson Sigurðardóttir Jónsson Þórhallsdóttir Ragnarsson Friðriksdóttir Ólafsson Böðvarsdóttir Hallgrímsson",
  },
  {
    given:
      "Tuomas Aino Väinö Elina Juhani Päivi Kerttu Mikko Säde Eero Hilkka Jyrki Tyyne Oskari Veera Yrjö",
    family:
      "Okasalmi-Väänänen Korhonen Mäkinen Hämäläinen Järvinen Nieminen Lehtonen Häkkinen Ylönen Äijälä Räsänen Pöysti",
  },
  {
    given:
      "Łukasz Grzegorz Małgorzata Zdzisław Agnieszka Wojciech Jadwiga Stanisław Żaneta Paweł Świętosława Michał Ewa Błażej",
    family:
      "Brzęczyszczykiewicz Wiśniewska Kowalczyk Wójcik Szczęsny Łukaszewicz Dąbrowski Żółkiewski Ścibor Jabłońska Głąb Piątek",
  },
  {
    given:
      "Jürgen Käthe Günther Sören Annegret Björn Wolfgang Heike Uwe Friederike Jörg Ursula Matthias Lieselotte",
    family:
      "Weiß Großmann Müller Schröder Strauß Köhler Jäger Böhm Preuß Schäfer Voß Krüger Hofstätter Zimmermann",
  },
  {
    given:
      "Élodie François Zoë Jérôme Anaïs Benoît Maëlle Loïc Océane Gaëtan Solène Aurélien Inès Cédric",
    family:
      "Vandenbroucke-Saïdi Lefèvre Dubois Gauthier L'Hôpital Rousseau Béranger d'Alençon Mercier Çelik-Moreau Noël Œuvrard",
  },
  {
    given:
      "María_José Íñigo Ximena Begoña Andrés Lucía Iñaki Nerea Joaquín Rocío Álvaro Montserrat Julián Núria",
    family:
      "Ñáñez Etxeberria García_Núñez Muñoz de_la_Peña Rodríguez Ibáñez Vázquez Güell Castañeda López_de_Haro Agirre",
  },
  {
    given: "João Conceição Thiago Beatriz Gonçalo Inês Luísa Vitória Caetano Antônio Fátima Hélder",
    family:
      "Gonçalves Magalhães Simões Araújo Conceição da_Cunha Guimarães Brandão Leitão dos_Reis",
  },
  {
    given: "İlayda Çağla Oğuz Şebnem Gökçe Işıl Yiğit Ümit Ömer Ayşe Barış Ğülşen",
    family: "Şahin Yıldız Öztürk Çelik Kılıç Doğan Aydın Güneş Işık Karaağaç Üstün",
  },
  {
    given: "Đorđe Željko Šimun Ćiro Jovana Čedomir Ljiljana Žarko Snežana Đurđica Mislav Tijana",
    family: "Đoković Živković Šarić Ćosić Petrović Čović Kovačević Đurić Žigić Horvat Lučić",
  },
  {
    given: "Václav Řehoř Žofie Ondřej Šárka Bětuška Jiří Růžena Matěj Zdeňka Ľubomír Ťažký",
    family: "Dvořák Řezníček Šťastný Horáková Žižka Příbramská Čermák Ďurica Kříž Něměc Vlčková",
  },
  {
    given:
      "Nguyệt Đức Thảo Hữu_Phước Ánh Quỳnh Trường Ngọc_Ánh Đăng Phượng Tuấn Bảo_Trân Hoàng Diễm",
    family: "Nguyễn Trần Phạm Đặng Huỳnh Vũ Đỗ Lê Ngô Bùi Dương Hồ",
    order: "family-first",
  },
  {
    given: "Noor Sjoerd Fenna IJsbrand Marijke Daan Saskia Tijmen Geertje Joris Liesbeth Wout",
    family:
      "van_den_Berg-El_Amrani de_Vries IJzerman van_'t_Hoff Bakker Ruijs Dijkstra van_der_Zée Smits",
  },
  {
    given: "Aoife Seán Róisín Pádraig Sadhbh Cillian Gráinne Tadhg Niamh Fionn Caoimhe Oisín",
    family:
      "Ní_Dhomhnaill Ó_Súilleabháin O'Connor Mac_Cárthaigh Ní_Bhriain Byrne Ó_hUiginn Walsh Fitzgerald",
  },
];
