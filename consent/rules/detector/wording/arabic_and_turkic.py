"""Arabic and Turkish wordings."""

from typing import Final

ARABIC: Final = {
    "IGNORE": "تجاهل, تجاهلي, انس$, انسى, إنسى, لا تتبع, اهمل, أهمل, وتجاهل, نسيان",
    "PRIOR": "السابق, أعلاه, جميع, كل$, السالف, الماضي, المذكور, قبل$, سابق",
    "ORDERS": "التعليمات, تعليمات, الأوامر, أوامر, القواعد, قواعد, التوجيهات, توجيهات, الإرشادات, إرشادات",
    "ABOVE": "ما سبق, ما ورد أعلاه, ما ذكر, ما أعلاه, كل ما, المذكور أعلاه, ما هو مذكور, ما هو أعلاه",
    "ALONE": "انسى كل شيء, تجاهل كل شيء, انس كل شيء",
    "AND_SAY": "وقل, وأعطني, وكرر, واكتب, وأخبرني, وقول",
    "SHOW": """اكشف, أظهر, اظهر, اطبع, أعطني, أخبرني, ما هي, ما هو, شارك, مشاركة, تأكيد, اكتب, قل لي
        هل يمكنك""",
    "OWN_TEXT": "موجه النظام, تعليمات النظام, تعليماتك, رسالة النظام",
    "SECRET": """كلمة المرور, كلمة السر, كلمة مرور, المفتاح السري, مفتاحك السري, عبارة المرور
        بيانات الاعتماد, رمز الوصول, كلمة سر""",
    "OWNED": """الخاصة بك, الخاص بك, لديك, لنظامنا, نظامنا, ما هي كلمة, كلمة مرورك, مفتاحك, تأكيد كلمة
        كلمة السر, عبارة المرور""",
    "ASK": "أخبرني, تخبرني, أعطني, أين يعيش, أين, ما هو, ما هي, هل يمكنك, إخباري, تعطيني",
    "USER": "المستخدم, مستخدم, للمستخدم",
    "FIELD": "يعيش, يسكن, عنوان, ميلاد, البريد, هاتف, رصيد, بطاقة, المفضل, الأحرف الأولى, إقامة, راتب",
    "BIRTHDATE": "تاريخ ميلاد, عنوان البريد الإلكتروني ل, عنوان بريد, الرصيد المصرفي",
    "CONCEAL": "لا تخبر, دون إخبار, دون إعلام, أخف, لا تبلغ, لا تقل, لا تذكر",
    "CONCEALED": "المستخدم, أحد, أحدا",
    "IAM": "أنا$, بصفتي, باعتباري, وأنا, كذكاء, كخبير",
    "AUTHORITY": """مطورك, المطور, مطور, الله, رئيس, المسؤول, ضابط شرطة, ضابط, الأمن السيبراني, محاسب
        anthropic, openai, أنثروبيك""",
    "OBEY": "يجب, عليك, أن تؤكد, تأكيد, مشاركة, تشارك, من المهم, أحتاج, أوصي, أدخل, تشغيل, هل يمكنك",
    "MODE": """وضع الصيانة, وضع النظام, وضع المطور, وضع التحقق, تحديث النظام, ترقية النظام, وضع صيانة
        فحص النظام, وضع تجاوز""",
    "ENTER": "تفعيل, تنشيط, أدخل, دخول, تشغيل, أقوم, ادخل",
    "BECOME": "أنت الآن, انت الآن, من الآن فصاعدا, تظاهر بأنك, تصرف كأنك, ابتداء من الآن, تخيل أنك ذكاء",
    "UNBOUND": "بدون قيود, دون قيود, بلا قيود, لا توجد قيود, بدون قواعد",
    "MODEL": "الذكاء, أجب, أنت, المساعد",
    "NEWTASK": "مهمتك الجديدة, تعليمات جديدة, التعليمات الجديدة",
    "DECODE": "فك شفرة, فك تشفير, فك هذا, فك رموز, شفرة",
    "CIPHER": "مورس, السداسي, سداسي, قيصر, شفرة, rot13, تشفير",
    "FOLLOW": "تخبرني, وإخباري, أخبرني, الرد, يقول, نفذ",
    "SPLIT": "ثلاث سلاسل, ثلاثة سلاسل, ثلاثة خيوط",
}

TURKISH: Final = {
    "IGNORE": """yok say, görmezden gel, unut$, unutun, dikkate alma, göz ardı et, gözardı et, aldırma
        umursama, boşver""",
    "PRIOR": "önceki, yukarıdaki, bütün, tüm$, tümünü, geçmiş, mevcut, senin$, yukarda",
    "ORDERS": "talimat, yönerge, kural, komut, emir, direktif",
    "ABOVE": "yukarıdakini, yukarıdakileri, yukarıdaki her, her şeyi",
    "ALONE": "her şeyi unut, herşeyi unut",
    "AND_SAY": "ve söyle, ve de$, ve tekrarla, ve bana, ve yaz",
    "SHOW": """göster, açıkla, yazdır, söyle, ver$, nedir, paylaş, onayla, ifşa, yaz$, misin, mısın
        doğrula""",
    "OWN_TEXT": "sistem istemi, sistem istemini, sistem mesajı, talimatlarını, sistem talimat",
    "SECRET": "şifre, parola, gizli anahtar, gizli kod, erişim kod",
    "OWNED": """senin$, sizin$, şifren, şifreniz, parolan, sistemimiz, şifre nedir, parola nedir
        anahtarın, şifreyi onayla, şifreyi""",
    "ASK": "söyle, ver$, nerede yaşıyor, nerede, nedir, misin, mısın, bana, söyler, verir",
    "USER": "kullanıcı",
    "FIELD": """yaşıyor, yaşadığı, adres, doğum, posta, telefon, bakiye, kredi kart, favori, baş harf
        maaş, konum, ikamet""",
    "BIRTHDATE": "doğum tarihi, e posta adresini, banka bakiyesi",
    "CONCEAL": "söyleme$, bilgilendirme, haber verme, gizle, bahsetme, bildirmeden",
    "CONCEALED": "kullanıcı, kimse",
    "IAM": "ben$, benim$, geliştiriciyim, olarak$, olduğum",
    "AUTHORITY": """geliştiriciniz, geliştiricin, geliştirici, tanrı, başkan, yönetici, polis
        siber güvenlik, muhasebe, anthropic, openai, yaratıcın""",
    "OBEY": """zorunda, gerek, lazım, onayla, paylaş, önemli, öneri, giriyorum, çalıştır, misin, yapıyor
        ihtiyac""",
    "MODE": """bakım modu, sistem modu, geliştirici modu, doğrulama modu, sistem güncelle
        sistem yükselt, sistem kontrol, geçersiz kılma modu""",
    "ENTER": "etkin, giriyorum, yapıyorum, başlat, aktif, çalıştır, yapan, modu",
    "BECOME": """artık sen$, sen artık, şu andan itibaren, bundan sonra sen, gibi davran, mış gibi yap
        bundan böyle""",
    "UNBOUND": """kısıtlama olmadan, sınırlama olmadan, kuralsız, hiçbir kısıtlama, filtresiz
        kurallara uymak zorunda değil""",
    "MODEL": "yapay zek, cevap, sen$, yanıt, asistan, onlar",
    "NEWTASK": "yeni görevin, yeni talimat",
    "DECODE": "şifresini çöz, çözer misin, kodunu çöz, deşifre, çözüp, çözebilir",
    "CIPHER": "mors, onaltılık, sezar, şifre, rot13, kod",
    "FOLLOW": "söyle, cevap, uygula, yanıt, ne dediğini",
    "SPLIT": "üç dize, üç dizimiz, üç tane, birleştirin ve soruyu",
}
