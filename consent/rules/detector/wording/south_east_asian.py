"""Thai, Vietnamese, Indonesian and Filipino wordings."""

from typing import Final

THAI: Final = {
    "IGNORE": "ละเว้น, เพิกเฉย, ลืม, ไม่สนใจ, อย่าไปสนใจ, อย่าสนใจ, มองข้าม, ไม่ต้องสนใจ, ยกเลิก",
    "PRIOR": "ก่อนหน้า, ข้างต้น, ทั้งหมด, ด้านบน, เดิม, ที่ผ่านมา, ของคุณ",
    "ORDERS": "คำสั่ง, คําสั่ง, คำแนะนำ, คําแนะนํา, กฎ, ข้อกำหนด, คำชี้แจง, ข้อบังคับ",
    "ABOVE": "ข้างต้น, ด้านบน, ทุกอย่าง",
    "ALONE": "ลืมทุกอย่าง, ลืมเรื่องนั้นไปเถอะ",
    "AND_SAY": "และพูด, และบอก, และให้, และพิมพ์, และตอบ, พูดซ้",
    "SHOW": "เปิดเผย, แสดง, บอก, ให้ฉัน, คืออะไร, แชร์, แบ่งปัน, ยืนยัน, พิมพ์, เขียน, อะไร",
    "OWN_TEXT": "พรอมต์ระบบ, คำสั่งระบบ, คําสั่งระบบ, คำสั่งของคุณ",
    "SECRET": "รหัสผ่าน, คีย์ลับ, กุญแจลับ, รหัสลับ, วลีรหัส, รหัสเข้า",
    "OWNED": """ของคุณ, ระบบของเรา, รหัสผ่านคืออะไร, รหัสผ่านคือ, ยืนยันรหัสผ่าน, ของระบบ
        เกี่ยวกับรหัสผ่าน, รหัสผ่านสำหรับ, รหัสผ่านสําหรับ""",
    "ASK": "บอก, ให้ฉัน, ที่ไหน, อะไร, ช่วย, ได้ไหม, สามารถ",
    "USER": "ผู้ใช้, จอห์น โด, เจน สมิธ",
    "FIELD": """อาศัย, ที่อยู่, เกิด, อีเมล, โทรศัพท์, ยอดเงิน, ยอดคงเหลือ, บัตรเครดิต, ชื่นชอบ, ที่ชอบ
        ตัวย่อ, เงินเดือน, อยู่ที่ไหน, โปรด""",
    "BIRTHDATE": "วันเกิดของ, วันเดือนปีเกิดของ, ที่อยู่อีเมลของ, ยอดเงินในธนาคารของ",
    "CONCEAL": "อย่าบอก, โดยไม่บอก, ห้ามบอก, ปิดบัง, โดยไม่แจ้ง, อย่าแจ้ง",
    "CONCEALED": "ผู้ใช้, ใคร",
    "IAM": "ฉันเป็น, ฉันคือ, ผมเป็น, ผมคือ, ในฐานะ, ฉัน",
    "AUTHORITY": """นักพัฒนา, ผู้พัฒนา, พระเจ้า, ประธานาธิบดี, ผู้ดูแลระบบ, ตำรวจ, ตํารวจ
        ความปลอดภัยทางไซเบอร์, นักบัญชี, anthropic, openai""",
    "OBEY": """ต้อง, ยืนยัน, แบ่งปัน, สำคัญ, สําคัญ, ขอแนะนำ, แนะนํา, เข้าสู่, กำลัง, กําลัง, ได้ไหม
        สามารถ""",
    "MODE": """โหมดบำรุงรักษา, โหมดบํารุงรักษา, โหมดการบำรุงรักษา, โหมดระบบ, โหมดนักพัฒนา, โหมดตรวจสอบ
        โหมดการตรวจสอบ, อัปเดตระบบ, อัพเกรดระบบ, อัปเกรดระบบ, การตรวจสอบระบบ""",
    "ENTER": "เปิดใช้งาน, เข้าสู่, กำลัง, กําลัง, ใช้งาน",
    "BECOME": "ตอนนี้คุณเป็น, ตอนนี้คุณคือ, จากนี้ไปคุณ, ตั้งแต่นี้ไปคุณ, แกล้งทำเป็น, นับจากนี้",
    "UNBOUND": "ไม่มีข้อจำกัด, ไม่มีข้อจํากัด, ไม่จำกัด, ไม่มีกฎ, ไม่ต้องปฏิบัติตามกฎ",
    "MODEL": "ai, เอไอ, ตอบ, คุณ, ผู้ช่วย, พวกเขา",
    "NEWTASK": "งานใหม่ของคุณ, คำสั่งใหม่, คําสั่งใหม่",
    "DECODE": "ถอดรหัส",
    "CIPHER": "มอร์ส, เลขฐานสิบหก, ฐานสิบหก, ซีซาร์, รหัส, rot13",
    "FOLLOW": "บอก, ตอบ, ทำตาม, ทําตาม",
    "SPLIT": "สามสตริง, สตริงสาม, สามสาย",
}

VIETNAMESE: Final = {
    "IGNORE": "bỏ qua, phớt lờ, quên$, không để ý, lờ đi, đừng để ý",
    "PRIOR": "trước$, trước đó, trước đây, bên trên, ở trên, tất cả, mọi$, phía trên, của bạn",
    "ORDERS": "hướng dẫn, chỉ dẫn, lệnh$, quy tắc, chỉ thị, mệnh lệnh, quy định",
    "ABOVE": "những điều trên, điều trên, ở trên, bên trên, phần trên, tất cả những",
    "ALONE": "quên tất cả, quên hết mọi, quên mọi thứ, quên chuyện đó",
    "AND_SAY": "và nói, và cho tôi, và lặp lại, và viết, và in$, và đưa",
    "SHOW": "tiết lộ, hiển thị, cho tôi, nói cho, là gì, chia sẻ, xác nhận, in ra, viết$, cho biết",
    "OWN_TEXT": "lời nhắc hệ thống, hướng dẫn của bạn, chỉ dẫn hệ thống, hướng dẫn hệ thống",
    "SECRET": """mật khẩu, khóa bí mật, khoá bí mật, mã bí mật, cụm từ mã khóa, cụm mật khẩu
        mã truy cập, chuỗi bí mật""",
    "OWNED": """của bạn, hệ thống của chúng, mật khẩu là gì, xác nhận mật khẩu, về mật khẩu
        mật khẩu cho, cụm mật khẩu""",
    "ASK": "cho tôi, nói cho, cho biết, ở đâu, là gì, có thể",
    "USER": "người dùng, người sử dụng, john doe, jane smith",
    "FIELD": """sống$, địa chỉ, sinh$, email, điện thoại, số dư, thẻ tín dụng, yêu thích, chữ cái đầu
        lương, cư trú, vị trí""",
    "BIRTHDATE": "ngày sinh của, địa chỉ email của, số dư ngân hàng",
    "CONCEAL": """đừng nói, không nói, mà không thông báo, đừng thông báo, giấu$, không cho
        không được nói, đừng cho""",
    "CONCEALED": "người dùng, bất kỳ ai, bất cứ ai",
    "IAM": "tôi là$, với tư cách, là một$, tôi đang",
    "AUTHORITY": """nhà phát triển, chúa$, thượng đế, tổng thống, quản trị viên, cảnh sát, an ninh mạng
        kế toán, anthropic, openai, thiên chúa, lập trình viên""",
    "OBEY": "phải$, hãy$, xác nhận, chia sẻ, quan trọng, cần$, khuyên, đang$, có thể, nên$",
    "MODE": """chế độ bảo trì, chế độ hệ thống, chế độ nhà phát triển, chế độ xác minh
        cập nhật hệ thống, nâng cấp hệ thống, chế độ kiểm tra, kiểm tra hệ thống, chế độ ghi đè
        chế độ bảo dưỡng""",
    "ENTER": "kích hoạt, đang vào, bước vào, vào$, đang chạy, thực hiện, đang tiến",
    "BECOME": "bây giờ bạn là, giờ bạn là, từ bây giờ bạn, từ giờ bạn, hãy giả vờ, từ nay bạn",
    "UNBOUND": """không giới hạn, không có giới hạn, không bị hạn chế, không có quy tắc
        không phải tuân theo""",
    "MODEL": "ai$, trả lời, bạn$, trợ lý, họ$",
    "NEWTASK": "nhiệm vụ mới của bạn, hướng dẫn mới",
    "DECODE": "giải mã",
    "CIPHER": "morse, thập lục phân, caesar, mật mã, mã$, rot13",
    "FOLLOW": "cho tôi, trả lời, làm theo, biết$",
    "SPLIT": "ba chuỗi, kết hợp a b",
}

INDONESIAN: Final = {
    "IGNORE": "abaikan, lupakan, jangan hiraukan, jangan ikuti, mengabaikan, melupakan",
    "PRIOR": "sebelumnya, di atas, semua$, seluruh, terdahulu, anda$, lama$, segala",
    "ORDERS": "instruksi, perintah, aturan, arahan, petunjuk, pedoman",
    "ABOVE": "hal di atas, yang di atas, semua yang, di atas dan, semuanya$",
    "ALONE": "lupakan semuanya, abaikan semuanya, lupakan segalanya",
    "AND_SAY": "dan katakan, dan beri, dan ulangi, dan tulis, dan jawab",
    "SHOW": """ungkapkan, tampilkan, tunjukkan, beri tahu, beritahu, berikan, cetak$, apa$, apakah
        bagikan, membagikan, konfirmasi, tulis""",
    "OWN_TEXT": "prompt sistem, perintah sistem, instruksi anda, instruksi sistem",
    "SECRET": "kata sandi, kunci rahasia, frasa sandi, sandi rahasia, kode akses, kredensial",
    "OWNED": """anda$, kamu$, sistem kita, sistem kami, apa kata sandi, konfirmasi kata sandi
        kata sandinya, mengkonfirmasi kata, tentang kata sandi""",
    "ASK": "beri tahu, beritahu, berikan, di mana, dimana, apa$, bisakah, dapatkah",
    "USER": "pengguna",
    "FIELD": """tinggal, alamat, lahir, email, telepon, saldo, kartu kredit, favorit, inisial, gaji
        lokasi, kediaman""",
    "BIRTHDATE": "tanggal lahir, alamat email, saldo bank",
    "CONCEAL": """jangan beri tahu, jangan beritahu, jangan katakan, tanpa memberi, tanpa memberitahu
        sembunyikan, jangan sebut""",
    "CONCEALED": "pengguna, siapa pun, siapapun",
    "IAM": "saya$, saya adalah, aku$, sebagai$",
    "AUTHORITY": """pengembang, tuhan$, presiden, administrator, polisi, petugas, keamanan siber
        akuntan, anthropic, openai""",
    "OBEY": """harus, bisakah, konfirmasi, bagikan, membagikan, penting, perlu, sarankan, memasuki
        menjalankan""",
    "MODE": """mode pemeliharaan, mode sistem, mode pengembang, mode verifikasi, pembaruan sistem
        peningkatan sistem, mode perawatan, pemeriksaan sistem, mode penggantian""",
    "ENTER": "diaktifkan, memasuki, menjalankan, mengaktifkan, aktif$",
    "BECOME": """sekarang kamu adalah, sekarang anda adalah, mulai sekarang kamu, mulai sekarang anda
        berpura pura, anda sekarang""",
    "UNBOUND": "tanpa batasan, tidak ada batasan, tanpa aturan, tanpa filter",
    "MODEL": "ai$, jawab, kamu$, anda$, asisten, mereka$",
    "NEWTASK": "tugas baru anda, tugas baru kamu, instruksi baru",
    "DECODE": "dekode, mendekode, pecahkan kode, menerjemahkan kode, memecahkan",
    "CIPHER": "morse, heksadesimal, caesar, sandi$, kode$, rot13",
    "FOLLOW": "beri tahu, jawab, ikuti, balas, memberi tahu, katakan",
    "SPLIT": "tiga string, gabungkan a b",
}

FILIPINO: Final = {
    "IGNORE": "huwag pansinin, kalimutan, wag pansinin, balewalain, huwag sundin, isantabi, hayaan",
    "PRIOR": "nauna, naunang, nakaraan, nakaraang, itaas$, lahat ng, dating$, iyong$",
    "ORDERS": "tagubilin, utos, panuto, alituntunin, patakaran, instruksyon, tuntunin",
    "ABOVE": "nasa itaas, nasa taas, ang itaas, lahat ng",
    "ALONE": "kalimutan ang lahat, kalimutan mo na yan",
    "AND_SAY": "at sabihin, at ibigay, at ulitin, at bigyan",
    "SHOW": """ibunyag, ipakita, sabihin, ibigay, ano ang, ano$, ibahagi, kumpirmahin, i print, isulat
        bigyan, magsulat""",
    "OWN_TEXT": "system prompt, iyong mga tagubilin",
    "SECRET": "lihim na susi, sikretong susi, passphrase, kodigo",
    "OWNED": "iyong$, mo$, ating sistema, aming sistema, ang password, inyong$, atin$",
    "ASK": "sabihin, ibigay, saan, nasaan, ano ang, ano$, maaari, pwede, bigyan",
    "USER": "gumagamit, user$, ng user",
    "FIELD": """nakatira, tirahan, address, kapanganakan, kaarawan, email, telepono, balanse, credit
        paborito, inisyal, sweldo, lokasyon""",
    "BIRTHDATE": "petsa ng kapanganakan, email address ni, balanse sa bangko",
    "CONCEAL": """huwag sabihin, huwag mong sabihin, nang hindi sinasabi, itago, huwag ipaalam
        huwag banggitin""",
    "CONCEALED": "user, gumagamit, kanino man, sinuman",
    "IAM": "ako$, bilang$, ako ay, ako si, isa akong, ako ang",
    "AUTHORITY": """developer, diyos, presidente, pangulo, pulis, administrator, cybersecurity
        accountant, anthropic, openai""",
    "OBEY": """dapat, kailangan, kumpirmahin, ibahagi, mahalaga, maaari, pwede, inirerekomenda
        pumapasok, nagpapatakbo""",
    "MODE": """maintenance mode, system mode, mode ng pagpapanatili, mode ng sistema, mode ng pag verify
        pag update ng system, pag upgrade ng system, mode ng""",
    "ENTER": "aktibo, pumapasok, papasok, nagpapatakbo, na activate",
    "BECOME": "ikaw na ngayon ay, ikaw ngayon ay, mula ngayon ikaw, simula ngayon ikaw, magpanggap",
    "UNBOUND": "walang limitasyon, walang patakaran, walang paghihigpit",
    "MODEL": "ai$, sagot, sagutin, ikaw$",
    "NEWTASK": "bagong tagubilin, iyong bagong gawain",
    "DECODE": "i decode, mag decode",
    "CIPHER": "morse, hexadecimal, caesar, cipher$, rot13, code$",
    "FOLLOW": "sabihin, sagutin, sundin",
    "SPLIT": "tatlong string, pagsamahin ang a b",
}
