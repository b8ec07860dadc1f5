"""Conditions, treatments and medicines as people write them: a compact list of our own in a few languages."""

from typing import Final


def _listed(words: str) -> tuple[str, ...]:
    return tuple(" ".join(word.split()) for word in words.split(","))


CONDITIONS: Final = _listed(
    """
    abortion, aborto, abscess, acid reflux, acidente vascular, acne, addiction, adhd, aids, alcoholic,
    alcoholism, allergic reaction, allergies, allergy, als, alzheimer, alzheimer's, amnesia, amputation,
    aneurysm, angina, anorexia, anorexic, ansiedad, anxiety disorder, arrhythmia, asma, asperger's,
    asthma, asthmatic, asthme, atrial fibrillation, autism, autistic, autoimmune, avc, bedwetting, benign,
    beroerte, biopsy, bipolar, bipolar disorder, blood clot, bluthochdruck, brain injury, brain tumor,
    breast cancer, brustkrebs, bulimia, cancer, cancer du sein, cancerous, cardiac arrest, cardiomyopathy,
    cataract, cataracts, celiac disease, cerebral palsy, chemo, chemotherapy, chickenpox, chlamydia,
    cholera, cholesterol, chronic fatigue, chronic pain, ciaza, cirrhosis, cleft palate, clinical
    depression, cold sores, coma, concussion, congenital, copd, covid, covid-19, crise cardiaque, crohn's,
    crohn's disease, cukrzyca, cushing's, cyst, cystic fibrosis, deaf, dementia, demenz, dengue,
    depresion, depression, depressione, depressionen, depressive, diabete, diabetes, diabetic, diabetiker,
    dialysis, diphtheria, dog bite, down syndrome, down's syndrome, dysentery, dyslexia, dyslexic, eating
    disorder, ebola, eczema, embarazada, embarazo, embolism, emphysema, enceinte, endometriosis,
    epilepsia, epilepsie, epilepsy, epileptic, erectile dysfunction, fausse couche, fehlgeburt, fertility
    treatment, fibroid, fibroids, fibromyalgia, flu, food poisoning, fracture, gallstones, gastric bypass,
    gerd, giardia, glaucoma, gonorrhea, gout, graves' disease, gravida, gravidanza, gravidez, grossesse,
    hartaanval, hay fever, headaches, heart attack, heart condition, heart disease, heart failure, heart
    murmur, heart surgery, heartworm, hemophilia, hemorrhage, hemorrhoids, hernia, herpes, herzinfarkt,
    high blood pressure, hip dysplasia, hipertension, hiv, hiv positive, hiv-positive, hodgkin's, hormone
    therapy, hot flashes, hpv, huntington's, hyperactive thyroid, hypertendu, hypertension,
    hyperthyroidism, hypoglycemia, hypotension, hypothermia, hypothyroidism, hysterectomy, ibs, ictus,
    immunodeficiency, impotence, incinta, incontinence, incontinent, infarto, infertile, infertility,
    influenza, insomnia, insulin, intensive care, iron deficiency, ivf, jaundice, kanker, kidney disease,
    kidney failure, kidney stone, kidney stones, krebs, leprosy, leukaemia, leukemia, liver disease, lung
    cancer, lungenentzundung, lupus, lyme disease, magersucht, malaria, malignant, manic, measles,
    melanoma, menopausal, menopause, mental breakdown, mental illness, metastatic, migraine, migraines,
    miscarriage, miscarried, mononucleosis, mri, mri scan, multiple sclerosis, mumps, muscular dystrophy,
    nadcisnienie, narcolepsy, nausea, nervous breakdown, ocd, opioid, osteoporosis, ovarian cyst,
    overdose, overdosed, pacemaker, pancreatic, panic attack, panic attacks, panic disorder, paralysed,
    paralyzed, paraplegic, parkinson's, parkinsons, parvo, pcos, peanut allergy, pneumonia, polio,
    postpartum depression, pregnancy, pregnant, pressao alta, prostate, psoriasis, psychiatric, psychosis,
    psychotic, ptsd, rabies, radiation therapy, rak piersi, rehab, rheumatism, rheumatoid arthritis,
    ringworm, rubella, salmonella, scabies, schizophrenia, schizophrenic, schlaganfall, schwanger,
    schwangerschaft, sciatica, scoliosis, seizure, seizures, self-harm, sepsis, shingles, sickle cell,
    sida, sleep apnea, slipped disc, smallpox, std, sti, stillbirth, stillborn, stroke, sucht, suicidal,
    suicide attempt, suikerziekte, syphilis, tetanus, thyroid, tinnitus, tonsils, tourette's, transplant,
    tuberculosis, tumor, tumore, tumour, typhoid, udar mozgu, ulcer, ulcers, urinary tract infection, uti,
    vasectomy, vertigo, vomiting, yeast infection, zika, zuckerkrankheit, zwanger
    """
)
MEDICINES: Final = _listed(
    """
    abilify, accutane, acetaminophen, adalimumab, adderall, advil, albuterol, alendronate, allopurinol,
    ambien, amitriptyline, amlodipine, amoxicillin, anastrozole, antibiotic, antibiotics, antidepressant,
    antidepressants, antihistamine, antihistamines, antipsychotic, apixaban, aripiprazole, aspirin,
    atenolol, ativan, atorvastatin, augmentin, baclofen, benadryl, benzodiazepine, beta blocker, beta
    blockers, birth control, blood thinner, blood thinners, botox, buprenorphine, bupropion, buscopan,
    buspirone, carprofen, carvedilol, celebrex, celecoxib, cephalexin, cetirizine, chlorthalidone, cialis,
    cipro, citalopram, clonidine, clopidogrel, clozapine, codeine, colchicine, concerta, cortisone,
    coumadin, cymbalta, depakote, dexamethasone, dextroamphetamine, diclofenac, digoxin, diltiazem,
    diphenhydramine, donepezil, doxycycline, duloxetine, effexor, eliquis, emgality, enbrel, epipen,
    escitalopram, estradiol, eszopiclone, fentanyl, finasteride, flexeril, flonase, furosemide,
    gabapentin, glipizide, haloperidol, heparin, herceptin, humira, hydrochlorothiazide, hydrocodone,
    hydroxychloroquine, ibuprofen, imodium, insulin glargine, keppra, ketamine, klonopin, lamictal,
    lamotrigine, lantus, lasix, levetiracetam, levodopa, levothyroxine, lexapro, lipitor, lithium,
    loratadine, lyrica, melatonin, meloxicam, memantine, metamizol, metformin, methadone, methotrexate,
    methylphenidate, metoprolol, mirtazapine, modafinil, montelukast, morphine, mounjaro, naloxone,
    naproxen, narcan, nexium, nitroglycerin, novalgin, olanzapine, omeprazole, ondansetron, oxycodone,
    oxycontin, oxytocin, ozempic, painkiller, painkillers, paracetamol, paracetamolo, paxil, paxlovid,
    penicillin, percocet, phenobarbital, plavix, pradaxa, prednisolone, prednisone, pregabalin, prep,
    prilosec, progesterone, propofol, propranolol, prozac, pseudoephedrine, quetiapine, risperidone,
    ritalin, rivaroxaban, rogaine, ropinirole, sedative, sedatives, semaglutide, seroquel, sertraline,
    sildenafil, singulair, sleeping pills, spironolactone, ssri, ssris, statin, statins, steroid,
    steroids, strattera, suboxone, sumatriptan, synthroid, tamoxifen, tamsulosin, testosterone, topamax,
    topiramate, tramadol, trazodone, truvada, tylenol, valium, valproate, valtrex, venlafaxine, ventolin,
    verapamil, viagra, vicodin, vyvanse, warfarin, wegovy, wellbutrin, xanax, xarelto, zantac, zestril,
    zofran, zoloft, zolpidem, zyprexa, zyrtec
    """
)
# These mean other things too: alone they count only where the text speaks of health (see `medical`).
AMBIGUOUS: Final = frozenset(
    _listed(
        """
    addiction, aids, allergic, allergies, allergy, als, autoimmune, benign, coma, congenital, cyst, deaf,
    depression, flu, fracture, headaches, insulin, lithium, manic, melatonin, mri, nausea, opioid,
    ozempic, prep, prostate, rehab, std, steroid, steroids, sti, stroke, sucht, transplant, tumor, ulcer,
    vertigo, vomiting
        """
    )
)
